-- Reads registers of groups. clock.lua, packed.lua and fences.lua come before it.
--
-- ARGV  2 fence period, in seconds  3 the caller's time, Unix time in seconds
--       4 the lists of all groups as one, in MessagePack
-- For each group
-- KEYS  1 marker (hash)  2 all (zset)  3 packed:0  4 packed:1 (hash)
--       5.. cell:<name> (zset), every cell that the list names
-- List  1 how many KEYS the group has  2 the length of its list  3 generation
--       then for each item: item, its digest, cell, score, member; score is '' to get only the fence
-- Reply: Unix time in milliseconds, then for each group 0 if the slot has no marker of the generation;
--       else 1, and for each item: 1 if that entry exists, else 0; and the text of its fence, '' if it
--       has none.

local list, reply = cmsgpack.unpack(ARGV[4]), {millis}

local function has(key, member, score)
  local found = redis.call('ZSCORE', key, member)
  return found and tonumber(found) == tonumber(score)
end

-- Adds the registers of the items at list[from] to list[to] to the reply.
local function look(group, from, to)
  local digests = {}
  for i = from, to, 5 do digests[#digests + 1] = list[i + 1] end
  readFences(group, digests)
  for i = from, to, 5 do
    local item, cell, score, member = list[i], list[i + 2], list[i + 3], list[i + 4]
    if member == '' then member = item end
    local present = score ~= '' and has(group.all, member, score)
      and (cell == '' or has(cellKey(group, cell), member, score))
    local stored = storedOf(group, list[i + 1])
    reply[#reply + 1], reply[#reply + 2] = present and 1 or 0, textOf(group, stored, item)
  end
end

local key, at = 1, 1
while at <= #list do
  local group, nextAt = groupAt(key, list[at + 2]), at + list[at + 1]
  reply[#reply + 1] = group and 1 or 0
  if group then look(group, at + 3, nextAt - 1) end
  key, at = key + list[at], nextAt
end
return reply
