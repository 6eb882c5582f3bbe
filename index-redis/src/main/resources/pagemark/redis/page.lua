-- A page of a group, with the group's total.
--
-- KEYS  1 marker (hash)  2 all (zset)
-- ARGV  1 generation  2 first rank  3 count  4 spares  5 ascending or descending
-- Reply: empty where the slot is not READY; else the total, the number of entries whose score lies
--       between the page's first and last, and (member, score) of the page and its spares.

if redis.call('HGET', KEYS[1], ARGV[1] .. ':state') ~= 'READY' then return {} end

local first, count, spares = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local descending = ARGV[5] == 'descending'
local range = descending and 'ZREVRANGE' or 'ZRANGE'
local found = redis.call(range, KEYS[2], first, first + count + spares - 1, 'WITHSCORES')

local span = 0
if #found > 0 then
  local low, high = found[2], found[math.min(2 * count, #found)]
  if descending then low, high = high, low end
  span = redis.call('ZCOUNT', KEYS[2], low, high)
end
return {redis.call('ZCARD', KEYS[2]), span, found}
