-- How many entries of a group stand before a position, present or not, with bytes.lua before it.
--
-- KEYS  1 marker (hash)  2 all (zset)
-- ARGV  1 generation  2 score  3 member
-- Reply: empty where the slot is not READY; else the rank.

if redis.call('HGET', KEYS[1], ARGV[1] .. ':state') ~= 'READY' then return {} end

local low = redis.call('ZCOUNT', KEYS[2], '-inf', '(' .. ARGV[2])
local high = low + redis.call('ZCOUNT', KEYS[2], ARGV[2], ARGV[2])
while low < high do
  local middle = math.floor((low + high) / 2)
  if before(redis.call('ZRANGE', KEYS[2], middle, middle)[1], ARGV[3]) then
    low = middle + 1
  else
    high = middle
  end
end
return {low}
