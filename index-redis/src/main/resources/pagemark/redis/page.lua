-- A page of a group, with the group's total.
--
-- KEYS  1 marker (hash)  2 all (zset)
-- ARGV  1 generation  2 first rank  3 count  4 spares  5 ascending or descending
--       6 SCORE or BYTES, the layout of the positions
-- Reply: empty where the slot is not READY; else the total, the number of entries whose sort value
--       lies between the page's first and last, and (member, score) of the page and its spares.

if redis.call('HGET', KEYS[1], ARGV[1] .. ':state') ~= 'READY' then return {} end

local first, count, spares = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local descending = ARGV[5] == 'descending'
local range = descending and 'ZREVRANGE' or 'ZRANGE'
local found = redis.call(range, KEYS[2], first, first + count + spares - 1, 'WITHSCORES')

-- In the bytes layout a member begins with its sort value, which 00 01 ends (docs/key-format.md).
local function sortValue(member)
  local i = string.find(member, '\0', 1, true)
  while i and string.byte(member, i + 1) ~= 1 do i = string.find(member, '\0', i + 2, true) end
  return string.sub(member, 1, (i or #member) + 1)
end

local function spanOf(low, high)
  if ARGV[6] == 'SCORE' then return redis.call('ZCOUNT', KEYS[2], found[low + 1], found[high + 1]) end
  local first, last = sortValue(found[low]), sortValue(found[high])
  return redis.call('ZLEXCOUNT', KEYS[2], '[' .. first, '(' .. string.sub(last, 1, -2) .. '\2')
end

local span = 0
if #found > 0 then
  local first, last = 1, 2 * math.min(count, #found / 2) - 1
  span = descending and spanOf(last, first) or spanOf(first, last)
end
return {redis.call('ZCARD', KEYS[2]), span, found}
