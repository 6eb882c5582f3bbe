-- Reads registers of one group. clock.lua, packed.lua and fences.lua come before it.
--
-- KEYS  1 marker (hash)  2 all (zset)  3 fence:0  4 fence:1  5 packed:0  6 packed:1 (hash)
--       7.. cell:<name> (zset), every cell that ARGV names
-- ARGV  1 generation  2 fence period, in seconds  3 the caller's time, Unix time in seconds
--       then for each item: item, its digest, cell, score, member; score is '' to get only the
--       fence
-- Reply: empty if the slot has no marker of the generation; else Unix time in milliseconds, then for
--       each item: 1 if that entry exists, else 0; and the text of its fence, '' if it has none.

local group = groupAt(1, ARGV[1])
if not group then return {} end

local names = {}
for i = 4, #ARGV, 5 do names[#names + 1] = ARGV[group.isPacked and i + 1 or i] end
readFences(group, names)

local function has(key, member, score)
  local found = redis.call('ZSCORE', key, member)
  return found and tonumber(found) == tonumber(score)
end

local reply = {millis}
for n = 1, #names do
  local i = 5 * n - 1
  local cell, score, member = ARGV[i + 2], ARGV[i + 3], ARGV[i + 4] ~= '' and ARGV[i + 4] or ARGV[i]
  local present = score ~= '' and has(group.all, member, score)
    and (cell == '' or has(cellKey(group, cell), member, score))
  reply[#reply + 1], reply[#reply + 2] = present and 1 or 0, textOf(group, storedOf(group, names[n]), ARGV[i])
end
return reply
