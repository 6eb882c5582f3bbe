-- Fragment: ranks of boundaries, with bytes.lua before it.
--
-- A boundary is (score, member) of a position, present or not: it lies before all entries whose
-- position is not smaller. An empty member, in the score layout, lies before all of its score.

-- The rank between low and high from which on a set's members are not before `member`; the entries
-- between low and high have one score.
local function rankInTie(key, member, low, high)
  while low < high do
    local middle = math.floor((low + high) / 2)
    if before(redis.call('ZRANGE', key, middle, middle)[1], member) then
      low = middle + 1
    else
      high = middle
    end
  end
  return low
end

-- How many entries of a set stand before a boundary.
local function entriesBefore(key, layout, score, member)
  if layout == 'BYTES' then return redis.call('ZLEXCOUNT', key, '-', '(' .. member) end
  local low = redis.call('ZCOUNT', key, '-inf', '(' .. score)
  if member == '' then return low end
  return rankInTie(key, member, low, low + redis.call('ZCOUNT', key, score, score))
end
