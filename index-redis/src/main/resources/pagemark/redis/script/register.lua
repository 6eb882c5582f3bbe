-- Fragment: the common part of apply.lua and remove.lua. bytes.lua, clock.lua, fences.lua and
-- witness.lua come before it.
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
-- KEYS  1 marker (hash)  2 all (zset)  3 fence:0 (hash)  4 fence:1 (hash)
--       5 to 7 the keys of the witness, see witness.lua
--       8.. cell:<name> (zset), every cell that ARGV names
-- ARGV  1 how many KEYS the group has  2 how many ARGV  3 generation
--       4 the latest time at which ops may be applied, Unix time in milliseconds
--       5 to 8 the witness, see witness.lua
--       then for each op: item, rule, sequence, cell, score, member, n, and n times: cell, member
--       A removal has '' as cell, score and member. A member that equals the item is written ''.
--       The rule is
--         ''     a record: the fence must be older, or there must be none;
--         '-'    a row: there must be no fence, and none is left;
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

-- Returns what the text of an item's fence says: its sequence, and cell, score and member of its
-- entry. A removal has no entry.
local function fenceOf(text, item)
  if not text then return nil end
  local sequence, cell, score, member = string.match(text, '^(%d+)%S* (%S*) (%S+) ?(.*)$')
  if not sequence then return {sequence = string.match(text, '^%d+')} end
  return {sequence = sequence, cell = cell, score = score, member = member ~= '' and member or item}
end

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
  for old = i + 7, i + 5 + 2 * tonumber(ARGV[i + 6]), 2 do
    local member = ARGV[old + 1] ~= '' and ARGV[old + 1] or ARGV[i]
    takeOut(group, ARGV[old], member, standingCell, standing)
  end
end

local function apply(group, i, fence)
  local item, text, cell, score, member = ARGV[i], ARGV[i + 2], ARGV[i + 3], ARGV[i + 4], ARGV[i + 5]
  if score ~= '' then
    text = text .. ' ' .. cell .. ' ' .. score
    if member == '' then member = item else text = text .. ' ' .. member end
    append(group.added, group.all, score, member)
    if cell ~= '' then append(group.added, cellKey(group, cell), score, member) end
  else
    cell, member = nil, nil
  end
  if fence and fence.member then takeOut(group, fence.cell, fence.member, cell, member) end
  if ARGV[i + 6] ~= '0' then takeOutOlds(group, i, cell, member) end
  if ARGV[i + 1] == '-' then return end
  local fences = group.fences
  fences[#fences + 1], fences[#fences + 2] = item, text
end

-- Whether the op at ARGV[i] puts the entry that the fence has.
local function isEqual(fence, i)
  local member = ARGV[i + 5] ~= '' and ARGV[i + 5] or ARGV[i]
  return fence.cell == ARGV[i + 3] and fence.score == ARGV[i + 4] and fence.member == member
end

local function isDuplicate(i, fence)
  if ARGV[i + 1] == '' then return fence.sequence == ARGV[i + 2] end
  return ARGV[i + 1] == '-' and isEqual(fence, i)
end

local function isAllowed(i, text, fence)
  local rule = ARGV[i + 1]
  if rule == '' then return not fence or newer(ARGV[i + 2], fence.sequence) end
  if rule == '-' then return not fence end
  return rule == '=' .. (text or '')
end

-- Whether KEYS has the fence's cell. Few fences name one, so there is no table of them.
local function isDeclared(group, fence)
  if not fence or not fence.member or fence.cell == '' then return true end
  local key = cellKey(group, fence.cell)
  for i = group.first + 7, group.last do
    if KEYS[i] == key then return true end
  end
  return false
end

-- Decides the ops of a group in ARGV from one place to another.
local function decide(group, from, to)
  local places, items = {}, {}
  while from <= to do
    places[#places + 1], items[#items + 1] = from, ARGV[from]
    from = from + 7 + 2 * tonumber(ARGV[from + 6])
  end
  local texts, isYoung = fencesOf(group, items)
  local applied, duplicates, refused, undeclared, last = 0, 0, {}, {}, 0
  for n, i in ipairs(places) do
    local fence = fenceOf(texts[n], items[n])
    if fence and isDuplicate(i, fence) then
      duplicates = duplicates + 1
      if isYoung[n] then last = n end
    elseif not isAllowed(i, texts[n], fence) then
      if ARGV[i + 1] == '' then takeOutOlds(group, i, fence.cell, fence.member) end
      refused[#refused + 1] = n
    elseif not isDeclared(group, fence) then
      undeclared[#undeclared + 1], undeclared[#undeclared + 2] = n, fence.cell
    else
      apply(group, i, fence)
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
      group.added, group.removed, group.fences, group.last = {}, {}, {}, nextKey - 1
      group.gone, group.isFirst = isGone(key + 4, at + 4), ARGV[at + 4] == ''
      groups[#groups + 1] = group
      replies[#replies + 1] = decide(group, at + 8, nextAt - 1)
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

local function leaveFences(group)
  if group.isStale then redis.call('UNLINK', group.previous) end
  local fences = group.fences
  if #fences == 0 then return end
  if not group.isKept then
    if group.hasOlder then redis.call('UNLINK', group.current) end
    fences[#fences + 1], fences[#fences + 2] = '', group.period
  end
  redis.call('HSET', group.current, unpack(fences))
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
