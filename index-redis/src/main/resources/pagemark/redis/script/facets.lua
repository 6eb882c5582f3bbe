-- Counts the entries that each of a group's sets has in a window. bytes.lua and ranks.lua come before
-- it. Cost: two ranks for each set.
--
-- KEYS  1 marker (hash)  2.. the sets (zset)
-- ARGV  1 generation  2 SCORE or BYTES, the layout of the positions
--       3 4 the window's first boundary  5 6 its last boundary, as in page.lua
-- Reply: empty if the slot is not READY; else the number for each set.

if redis.call('HGET', KEYS[1], ARGV[1] .. ':state') ~= 'READY' then return {} end

local counts = {}
for i = 2, #KEYS do
  local first = ARGV[3] == '' and 0 or entriesBefore(KEYS[i], ARGV[2], ARGV[3], ARGV[4])
  local last = ARGV[5] == '' and redis.call('ZCARD', KEYS[i])
      or entriesBefore(KEYS[i], ARGV[2], ARGV[5], ARGV[6])
  counts[i - 1] = math.max(0, last - first)
end
return counts
