-- Fragment: the common part of apply.lua and remove.lua. bytes.lua, clock.lua, packed.lua, fences.lua
-- and witness.lua come before it.
--
-- A call has ops for one group or for several. The script decides for each op by the item's fence and
-- the op's rule, as the tests' table verdicts.txt says and Verdict does in Java:
--
-- 1. The fence says that the op was applied before: it is a duplicate.
-- 2. The rule forbids it: it is refused. A refused record still removes its old entries, except for
--    the one in the fence.
-- 3. The fence names a cell that KEYS does not have: the caller must send the op again with that cell.
-- 4. Otherwise the op is applied: its entry is added, all old ones are removed, and a fence is left.
--
-- Nothing is written before settle(), which comes when all groups are decided.
--
-- ARGV  2 fence period, in seconds  3 the caller's time, Unix time in seconds
--       4 the lists of all groups as one, in MessagePack. Redis takes less time for it than for as many
--         arguments
-- For each group
-- KEYS  1 marker (hash)  2 all (zset)  3 packed:0  4 packed:1 (hash)
--       the keys of the witness, if it is of another group, see witness.lua
--       cell:<name> (zset), every cell that the list names
-- List  1 how many KEYS the group has  2 the length of its list  3 generation
--       4 the latest time at which ops may be applied, Unix time in milliseconds
--       5 whose keys the witness has: 'own' if it is of this group, 'other'; '' for no witness
--       6 to 10 the witness, see witness.lua; missing if there is none
--       then for each op: item, rule, sequence, cell, score, member, the packed fence that it leaves
--       but for the member at its end, n, and n times: cell, member
--       A removal has '' as cell, score and member. A member that equals the item is written ''.
--       The rule is
--         ''     a record: the fence must be older, or there must be none;
--         '-'    a row: there must be no fence, and none is left; only its digest is given;
--         '=...' a repair: the fence must still have the text after =, which is '' for no fence. The
--                sequence is followed by ~ and the repair's tag.
-- Reply: Unix time in milliseconds, then for each group
--       the number of each refused op
--       minus the number, and the cell, of each op that was not applied because its fence names a cell
--         that is not in KEYS
--       0, which ends these
--       the number of applied ops; -1 if the slot has no marker of the generation, -2 if it is too late.
--         Both times nothing was written, and the next group follows
--       the number of duplicates
--       the number of the last op that was applied, or that duplicates an op of this fence period; 0 if
--         there is none
--       1 if the witness is gone, else 0
--       All of this is one list, because Redis 6 sends each list in a list as a packet of its own.

local list = cmsgpack.unpack(ARGV[4])
local reply = {millis}

local function answer(value) reply[#reply + 1] = value end

-- Adds two values to the list of a key.
local function append(lists, key, a, b)
  local list = lists[key]
  if not list then
    lists[key] = {a, b}
  else
    list[#list + 1], list[#list + 2] = a, b
  end
end

-- Removes an old entry from its sets, unless it is that of the standing cell and member.
local function takeOut(group, cell, member, standingCell, standing)
  local stands = standing == member
  group.removed = group.removed or {}
  if not stands then append(group.removed, group.all, member) end
  if cell ~= '' and not (stands and standingCell == cell) then
    append(group.removed, cellKey(group, cell), member)
  end
end

-- Removes the old entries that the op at list[i] names.
local function takeOutOlds(group, i, standingCell, standing)
  for old = i + 8, i + 6 + 2 * list[i + 7], 2 do
    local member = list[old + 1] ~= '' and list[old + 1] or list[i]
    takeOut(group, list[old], member, standingCell, standing)
  end
end

-- Notes the fence that the op at list[i] leaves under the item's digest. The old one of the same
-- period has so many bytes.
local function noteFence(group, i, digest, replaced)
  local fences, fence = group.fences or {}, list[i + 6] .. list[i + 5]
  local at = #fences
  group.fences = fences
  fences[at + 1], fences[at + 2], fences[at + 3] = digest, fence, replaced > 0
  group.grown = group.grown + #fence - replaced
end

-- Notes the entries that the op at list[i] adds and removes.
local function apply(group, i, fenced)
  local cell, score, member = list[i + 3], list[i + 4], list[i + 5]
  if score ~= '' then
    if member == '' then member = list[i] end
    local added = group.added or {}
    added[#added + 1], added[#added + 2] = score, member
    group.added = added
    if cell ~= '' then
      group.inCells = group.inCells or {}
      append(group.inCells, cellKey(group, cell), score, member)
    end
  else
    cell, member = nil, nil
  end
  if fenced and fenced.member then takeOut(group, fenced.cell, fenced.member, cell, member) end
  if list[i + 7] > 0 then takeOutOlds(group, i, cell, member) end
end

-- Whether the op at list[i] puts the entry that the fence has.
local function isEqual(group, i, fenced)
  local member = list[i + 5] ~= '' and list[i + 5] or list[i]
  return fenced.cell == list[i + 3] and fenced.member == member and scoreOf(group, fenced) == list[i + 4]
end

local function isDuplicate(group, i, fenced)
  if list[i + 1] == '' then return fenced.sequence == list[i + 2] end
  return list[i + 1] == '-' and isEqual(group, i, fenced)
end

local function isAllowed(group, i, stored, fenced)
  local rule = list[i + 1]
  if rule == '' then return not fenced or newer(list[i + 2], fenced.sequence) end
  if rule == '-' then return not fenced end
  return rule == '=' .. textOf(group, stored, list[i])
end

-- Whether KEYS has the fence's cell. Few fences name one, so there is no table of them.
local function isDeclared(group, fenced)
  if not fenced.member or fenced.cell == '' then return true end
  local key = cellKey(group, fenced.cell)
  for i = group.first + 4, group.last do
    if KEYS[i] == key then return true end
  end
  return false
end

-- Decides the ops of a group in the list from one place to another. Gone is 1 if the witness is gone.
local function decide(group, from, to, gone)
  local digests, i = {}, from
  while i <= to do
    digests[#digests + 1] = sub(list[i + 6], 1, DIGEST)
    i = i + 8 + 2 * list[i + 7]
  end
  readFences(group, digests)
  local applied, duplicates, last = 0, 0, 0
  i = from
  for n = 1, #digests do
    local stored, isYoung = storedOf(group, digests[n])
    local fenced = stored and unpacked(stored, list[i])
    if fenced and isDuplicate(group, i, fenced) then
      duplicates = duplicates + 1
      if isYoung then last = n end
    elseif not isAllowed(group, i, stored, fenced) then
      if list[i + 1] == '' then takeOutOlds(group, i, fenced.cell, fenced.member) end
      answer(n)
    elseif fenced and not isDeclared(group, fenced) then
      answer(-n)
      answer(fenced.cell)
    else
      apply(group, i, fenced)
      if list[i + 1] ~= '-' then noteFence(group, i, digests[n], isYoung and #stored or 0) end
      applied, last = applied + 1, n
    end
    i = i + 8 + 2 * list[i + 7]
  end
  local at = #reply
  reply[at + 1], reply[at + 2], reply[at + 3], reply[at + 4], reply[at + 5] =
    0, applied, duplicates, last, gone
end

-- The groups that are written.
local groups = {}
do
  local key, at = 1, 1
  while at <= #list do
    local group = groupAt(key, list[at + 2])
    local nextKey, nextAt = key + list[at], at + list[at + 1]
    if not group or millis > list[at + 3] then
      answer(0)
      answer(group and -2 or -1)
    else
      local whose = list[at + 4]
      group.last = nextKey - 1
      groups[#groups + 1] = group
      if whose == '' then
        decide(group, at + 5, nextAt - 1, 0)
      else
        local gone = isGone(whose == 'own' and key + 1 or key + 4, list, at + 5)
        decide(group, at + 10, nextAt - 1, gone)
      end
    end
    key, at = nextKey, nextAt
  end
end

-- Writes the fences, and drops those of old periods.
local function leaveFences(group)
  local fences, hash, other = group.fences, group.current, group.previous
  if other.period ~= -1 and not group.wasKept then redis.call('UNLINK', other.key) end
  if not fences then return end
  if hash.period ~= -1 and not group.isKept then redis.call('UNLINK', hash.key) end
  if not group.isKept then hash = newHash(hash.key, group.period) end
  writeHash(hash, fences, group.grown)
end

-- Writes everything. The additions of all groups come first (see apply.lua). No member is both added
-- to a set and removed from it.
local function settle()
  for _, group in ipairs(groups) do
    if group.added then redis.call('ZADD', group.all, unpack(group.added)) end
    if group.inCells then
      for key, entries in pairs(group.inCells) do redis.call('ZADD', key, unpack(entries)) end
    end
  end
  for _, group in ipairs(groups) do
    if group.removed then
      for key, members in pairs(group.removed) do redis.call('ZREM', key, unpack(members)) end
    end
    leaveFences(group)
  end
  return reply
end
