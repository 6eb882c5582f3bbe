-- Fragment: ranks of boundaries. bytes.lua comes before it.
--
-- A boundary is the (score, member) of a position, which need not exist. It is before all entries
-- whose position is not smaller. In the score layout, an empty member is before all entries of its
-- score.

-- Returns the first rank between low and high whose member is not before `member`, by binary
-- search. All entries between low and high must have one score.
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

-- Returns the number of entries of a set before a boundary.
local function entriesBefore(key, layout, score, member)
  if layout == 'BYTES' then return redis.call('ZLEXCOUNT', key, '-', '(' .. member) end
  local low = redis.call('ZCOUNT', key, '-inf', '(' .. score)
  if member == '' then return low end
  return rankInTie(key, member, low, low + redis.call('ZCOUNT', key, score, score))
end
