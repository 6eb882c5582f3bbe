-- Fragment: the common part of apply.lua and remove.lua. bytes.lua, clock.lua, packed.lua, fences.lua
-- and witness.lua come before it.
--
-- A call has ops for one group or for several. The script decides for each op by the item's fence and
-- the op's rule:
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
-- For each group
-- KEYS  1 marker (hash)  2 all (zset)  3 fence:0  4 fence:1  5 packed:0  6 packed:1 (hash)
--       7 to 11 the keys of the witness, see witness.lua
--       12.. cell:<name> (zset), every cell that ARGV names
-- ARGV  1 how many KEYS the group has  2 how many ARGV  3 generation
--       4 the latest time at which ops may be applied, Unix time in milliseconds
--       5 to 9 the witness, see witness.lua
--       then for each op: item, rule, sequence, cell, score, member, the packed fence that it leaves
--       but for the member at its end, n, and n times: cell, member
--       A removal has '' as cell, score and member. A member that equals the item is written ''.
--       The rule is
--         ''     a record: the fence must be older, or there must be none;
--         '-'    a row: there must be no fence, and none is left; only its digest is given;
--         '=...' a repair: the fence must still have the text after =, which is '' for no fence. The
--                sequence is followed by ~ and the repair's tag.
-- Reply: for each group: empty if the slot has no marker of the generation; {-1} if it is too late.
--       Both times nothing was written. Else
--       1 Unix time in milliseconds  2 number of applied ops  3 number of duplicates
--       4 the numbers of the refused ops
--       5 number and cell of each op that was not applied because its fence names a cell not in KEYS
--       6 the number of the last op that was applied, or that duplicates an op of this fence period;
--         0 if there is none
--       7 1 if the witness is gone, else 0

local function append(lists, key, a, b)
  local list = lists[key]
  if not list then
    lists[key] = {a, b}
  else
    list[#list + 1] = a
    if b then list[#list + 1] = b end
  end
end

-- Removes an old entry from its sets, unless it is that of the standing cell and member.
local function takeOut(group, cell, member, standingCell, standing)
  local stands = standing == member
  if not stands then append(group.removed, group.all, member) end
  if cell ~= '' and not (stands and standingCell == cell) then
    append(group.removed, cellKey(group, cell), member)
  end
end

-- Removes the old entries that the op at ARGV[i] names.
local function takeOutOlds(group, i, standingCell, standing)
  for old = i + 8, i + 6 + 2 * tonumber(ARGV[i + 7]), 2 do
    local member = ARGV[old + 1] ~= '' and ARGV[old + 1] or ARGV[i]
    takeOut(group, ARGV[old], member, standingCell, standing)
  end
end

-- Notes the fence that the op at ARGV[i] leaves. The old one of the same period has so many bytes.
local function noteFence(group, i, replaced)
  local fences, text, score, member = group.fences, ARGV[i + 2], ARGV[i + 4], ARGV[i + 5]
  local at = #fences
  if group.isPacked then
    local fence = ARGV[i + 6] .. member
    fences[at + 1], fences[at + 2], fences[at + 3] = sub(fence, 1, DIGEST), fence, replaced > 0
    group.grown = group.grown + #fence - replaced
    return
  end
  if score ~= '' then
    text = text .. ' ' .. ARGV[i + 3] .. ' ' .. score
    if member ~= '' then text = text .. ' ' .. member end
  end
  fences[at + 1], fences[at + 2] = ARGV[i], text
end

-- Notes the entries that the op at ARGV[i] adds and removes.
local function apply(group, i, fenced)
  local cell, score, member = ARGV[i + 3], ARGV[i + 4], ARGV[i + 5]
  if score ~= '' then
    if member == '' then member = ARGV[i] end
    append(group.added, group.all, score, member)
    if cell ~= '' then append(group.added, cellKey(group, cell), score, member) end
  else
    cell, member = nil, nil
  end
  if fenced and fenced.member then takeOut(group, fenced.cell, fenced.member, cell, member) end
  if ARGV[i + 7] ~= '0' then takeOutOlds(group, i, cell, member) end
end

-- Whether the op at ARGV[i] puts the entry that the fence has.
local function isEqual(group, i, fenced)
  local member = ARGV[i + 5] ~= '' and ARGV[i + 5] or ARGV[i]
  return fenced.cell == ARGV[i + 3] and fenced.member == member and scoreOf(group, fenced) == ARGV[i + 4]
end

local function isDuplicate(group, i, fenced)
  if ARGV[i + 1] == '' then return fenced.sequence == ARGV[i + 2] end
  return ARGV[i + 1] == '-' and isEqual(group, i, fenced)
end

local function isAllowed(group, i, stored, fenced)
  local rule = ARGV[i + 1]
  if rule == '' then return not fenced or newer(ARGV[i + 2], fenced.sequence) end
  if rule == '-' then return not fenced end
  return rule == '=' .. textOf(group, stored, ARGV[i])
end

-- Whether KEYS has the fence's cell. Few fences name one, so there is no table of them.
local function isDeclared(group, fenced)
  if not fenced or not fenced.member or fenced.cell == '' then return true end
  local key = cellKey(group, fenced.cell)
  for i = group.first + 11, group.last do
    if KEYS[i] == key then return true end
  end
  return false
end

-- Decides the ops of a group in ARGV from one place to another.
local function decide(group, from, to)
  local places, items, digests = {}, {}, {}
  while from <= to do
    local n = #places + 1
    places[n], items[n], digests[n] = from, ARGV[from], sub(ARGV[from + 6], 1, DIGEST)
    from = from + 8 + 2 * tonumber(ARGV[from + 7])
  end
  local stored, isYoung = fencesOf(group, items, digests)
  local applied, duplicates, refused, undeclared, last = 0, 0, {}, {}, 0
  for n, i in ipairs(places) do
    local fenced = fenceOf(group, stored[n], items[n])
    if fenced and isDuplicate(group, i, fenced) then
      duplicates = duplicates + 1
      if isYoung[n] then last = n end
    elseif not isAllowed(group, i, stored[n], fenced) then
      if ARGV[i + 1] == '' then takeOutOlds(group, i, fenced.cell, fenced.member) end
      refused[#refused + 1] = n
    elseif not isDeclared(group, fenced) then
      undeclared[#undeclared + 1], undeclared[#undeclared + 2] = n, fenced.cell
    else
      apply(group, i, fenced)
      if ARGV[i + 1] ~= '-' then noteFence(group, i, isYoung[n] and #stored[n] or 0) end
      applied, last = applied + 1, n
    end
  end
  return {millis, applied, duplicates, refused, undeclared, last, group.gone}
end

-- The groups that are written, and the reply for each group of the call.
local groups, replies = {}, {}
do
  local key, at = 1, 4
  while at <= #ARGV do
    local group = groupAt(key, ARGV[at + 2])
    local nextKey, nextAt = key + tonumber(ARGV[at]), at + tonumber(ARGV[at + 1])
    if not group then
      replies[#replies + 1] = {}
    elseif millis > tonumber(ARGV[at + 3]) then
      replies[#replies + 1] = {-1}
    else
      group.last, group.isFirst = nextKey - 1, ARGV[at + 4] == ''
      group.gone = isGone(group, key + 6, at + 4)
      groups[#groups + 1] = group
      replies[#replies + 1] = decide(group, at + 9, nextAt - 1)
    end
    key, at = nextKey, nextAt
  end
end

-- Earlier versions counted the calls of each writer in these fields.
local function forgetCalls(marker)
  for _, field in ipairs(redis.call('HKEYS', marker)) do
    if string.sub(field, 1, 6) == 'calls:' then redis.call('HDEL', marker, field) end
  end
end

-- Writes the fences, and drops those of old periods.
local function leaveFences(group)
  if group.isStale then redis.call('UNLINK', group.previous.key) end
  local fences, hash = group.fences, group.current
  if #fences == 0 then return end
  if group.hasOlder then redis.call('UNLINK', hash.key) end
  if group.isPacked then
    if not group.isKept then hash = newHash(hash.key, group.period) end
    return writeHash(hash, fences, group.grown)
  end
  if not group.isKept then fences[#fences + 1], fences[#fences + 2] = '', group.period end
  redis.call('HSET', hash.key, unpack(fences))
end

-- Writes everything. The additions of all groups come first (see apply.lua). No member is both added
-- to a set and removed from it.
local function settle()
  for _, group in ipairs(groups) do
    for key, entries in pairs(group.added) do redis.call('ZADD', key, unpack(entries)) end
  end
  for _, group in ipairs(groups) do
    for key, members in pairs(group.removed) do redis.call('ZREM', key, unpack(members)) end
    leaveFences(group)
    if group.isFirst then forgetCalls(KEYS[group.first]) end
  end
  return replies
end
