-- Fragment: the common part of apply.lua and remove.lua. bytes.lua, clock.lua, fences.lua and
-- witness.lua come before it.
--
-- It decides for each op by the item's fence and the op's rule:
--
-- 1. The fence says that the op was applied before: it is a duplicate.
-- 2. The rule forbids it: it is refused. A refused record still removes its old entries, except for
--    the one in the fence.
-- 3. The fence names a cell that KEYS does not have: the caller must send the op again with that cell.
-- 4. Otherwise the op is applied: its entry is added, all old ones are removed, and a fence is left.
--
-- Nothing is written before settle().
--
-- KEYS  1 marker (hash)  2 all (zset)  3 fence:0 (hash)  4 fence:1 (hash)
--       5 to 7 the keys of the witness, see witness.lua
--       8.. cell:<name> (zset), every cell that ARGV names
-- ARGV  1 generation  2 fence period, in seconds  3 the caller's time, Unix time in seconds
--       4 the latest time at which ops may be applied, Unix time in milliseconds
--       5 to 8 the witness, see witness.lua
--       then for each op: item, rule, sequence, cell, score, member, n, and n times: cell, member
--       A removal has '' as cell, score and member. A member that equals the item is written ''.
--       The rule is
--         ''     a record: the fence must be older, or there must be none;
--         '-'    a row: there must be no fence, and none is left;
--         '=...' a repair: the fence must still have the text after =, which is '' for no fence. The
--                sequence is followed by ~ and the repair's tag.
-- Reply: empty if the slot has no marker of the generation; {-1} if it is too late. Both times nothing
--       was written. Else
--       1 Unix time in milliseconds  2 number of applied ops  3 number of duplicates
--       4 the numbers of the refused ops
--       5 number and cell of each op that was not applied because its fence names a cell not in KEYS
--       6 the number of the last op that was applied, or that duplicates an op of this fence period;
--         0 if there is none
--       7 1 if the witness is gone, else 0

if millis > tonumber(ARGV[4]) then return {-1} end

local gone = isGone()

local ops, items = {}, {}
do
  local i = 9
  while i <= #ARGV do
    local op = {
      item = ARGV[i], rule = ARGV[i + 1], sequence = ARGV[i + 2], cell = ARGV[i + 3],
      score = ARGV[i + 4], member = ARGV[i + 5] ~= '' and ARGV[i + 5] or ARGV[i], olds = {},
    }
    for old = 1, tonumber(ARGV[i + 6]) do
      local member = ARGV[i + 6 + 2 * old]
      op.olds[old] = {cell = ARGV[i + 5 + 2 * old], member = member ~= '' and member or op.item}
    end
    ops[#ops + 1], items[#items + 1] = op, op.item
    i = i + 7 + 2 * #op.olds
  end
end

local texts = fencesOf(items)

-- Returns the fence of op number n: its sequence, and cell, score and member of its entry. A
-- removal has no entry.
local function fence(n)
  local text = texts[n]
  if not text then return nil end
  local sequence = string.match(text, '^%d+')
  local cell, score, member = string.match(text, '^%S+ (%S*) (%S+) ?(.*)$')
  if not cell then return {sequence = sequence} end
  return {
    sequence = sequence, cell = cell, score = score, member = member ~= '' and member or items[n],
  }
end

local declared = {}
for i = 8, #KEYS do declared[KEYS[i]] = true end

local added, removed, fences = {}, {}, {}
local function add(key, score, member)
  local list = added[key] or {}
  added[key] = list
  list[#list + 1], list[#list + 2] = score, member
end
local function remove(key, member)
  local list = removed[key] or {}
  removed[key] = list
  list[#list + 1] = member
end

-- Removes an old entry from its sets, unless it is the standing entry's.
local function takeOut(old, standing)
  local stands = standing ~= nil and standing.member == old.member
  if not stands then remove(ALL, old.member) end
  if old.cell ~= '' and not (stands and standing.cell == old.cell) then
    remove(cellKey(old.cell), old.member)
  end
end

local function apply(op, fenced)
  local standing = op.score ~= '' and op or nil
  if standing then
    add(ALL, op.score, op.member)
    if op.cell ~= '' then add(cellKey(op.cell), op.score, op.member) end
  end
  if fenced and fenced.member then takeOut(fenced, standing) end
  for _, old in ipairs(op.olds) do takeOut(old, standing) end
  if op.rule == '-' then return end
  local text = op.sequence
  if standing then
    text = text .. ' ' .. op.cell .. ' ' .. op.score
    if op.member ~= op.item then text = text .. ' ' .. op.member end
  end
  fences[#fences + 1], fences[#fences + 2] = op.item, text
end

local applied, duplicates, refused, undeclared, last = 0, 0, {}, {}, 0

local function equal(fenced, op)
  return fenced.member == op.member and fenced.score == op.score and fenced.cell == op.cell
end

local function isDuplicate(op, fenced)
  if op.rule == '' then return fenced ~= nil and fenced.sequence == op.sequence end
  return op.rule == '-' and fenced ~= nil and equal(fenced, op)
end

local function isAllowed(op, n, fenced)
  if op.rule == '' then return not fenced or newer(op.sequence, fenced.sequence) end
  if op.rule == '-' then return not fenced end
  return op.rule == '=' .. (texts[n] or '')
end

for n, op in ipairs(ops) do
  local fenced = fence(n)
  if isDuplicate(op, fenced) then
    duplicates = duplicates + 1
    if isYoung[n] then last = n end
  elseif not isAllowed(op, n, fenced) then
    if op.rule == '' then
      local standing = fenced.member and fenced or nil
      for _, old in ipairs(op.olds) do takeOut(old, standing) end
    end
    refused[#refused + 1] = n
  elseif fenced and fenced.member and fenced.cell ~= '' and not declared[cellKey(fenced.cell)] then
    undeclared[#undeclared + 1], undeclared[#undeclared + 2] = n, fenced.cell
  else
    apply(op, fenced)
    applied, last = applied + 1, n
  end
end

-- Earlier versions counted the calls of each writer in these fields.
local function forgetCalls()
  for _, field in ipairs(redis.call('HKEYS', MARKER)) do
    if string.sub(field, 1, 6) == 'calls:' then redis.call('HDEL', MARKER, field) end
  end
end

-- Writes everything. Additions come first (see apply.lua). No member is both added to a set and
-- removed from it.
local function settle()
  for key, entries in pairs(added) do redis.call('ZADD', key, unpack(entries)) end
  for key, members in pairs(removed) do redis.call('ZREM', key, unpack(members)) end
  if stored[previous] ~= -1 and stored[previous] ~= period - 1 then
    redis.call('UNLINK', previous)
  end
  if #fences > 0 then
    if stored[current] ~= period then
      redis.call('UNLINK', current)
      redis.call('HSET', current, '', period)
    end
    redis.call('HSET', current, unpack(fences))
  end
  if ARGV[5] == '' then forgetCalls() end
  return {millis, applied, duplicates, refused, undeclared, last, gone}
end
