-- Fragment: ranks of boundaries. bytes.lua comes before it.
--
-- A boundary is the (score, member) of a position, which need not exist. It is before all entries
-- whose position is not smaller. In the score layout, an empty member is before all entries of its
-- score.

-- How many entries are read at once instead of searching them one by one.
local READ_AT_ONCE = 16

-- Returns the first rank between low and high whose member is not before `member`. All entries
-- between low and high must have one score. It is a binary search; with a guess of the rank, it
-- begins there, and moves in steps of the guess's expected error until it is beyond the rank.
local function rankInTie(key, member, low, high, guess)
  local step = guess and math.ceil(math.sqrt(math.min(guess - low, high - guess))) + 1
  local side
  while high - low > READ_AT_ONCE do
    local middle = math.floor((low + high) / 2)
    if guess and guess >= low and guess < high then middle = guess end
    local isLower = before(redis.call('ZRANGE', key, middle, middle)[1], member)
    if isLower then low = middle + 1 else high = middle end
    if guess then
      guess = (side == nil or side == isLower) and middle + (isLower and step or -step) or nil
      side = isLower
    end
  end
  if low == high then return low end
  for i, other in ipairs(redis.call('ZRANGE', key, low, high - 1)) do
    if not before(other, member) then return low + i - 1 end
  end
  return high
end

-- Returns the number of entries of a set before a boundary.
local function entriesBefore(key, layout, score, member)
  if layout == 'BYTES' then return redis.call('ZLEXCOUNT', key, '-', '(' .. member) end
  local low = redis.call('ZCOUNT', key, '-inf', '(' .. score)
  if member == '' then return low end
  return rankInTie(key, member, low, low + redis.call('ZCOUNT', key, score, score))
end
