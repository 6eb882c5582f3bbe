-- Fragment: what apply.lua and remove.lua share. It reads, decides and collects; settle() writes.
--
-- KEYS  1 marker (hash)  2 all (zset)  3 fence:0 (hash)  4 fence:1 (hash)
--       5.. cell:<name> (zset), every cell that ARGV names
-- ARGV  1 generation  2 writer  3 fence period, in seconds
--       then for each op: item, sequence, cell, score, member, n, and n times: cell, member
--       A removal has cell, score and member ''. A member that is the item is written ''.
-- Reply: empty where the slot has no marker of the generation, and nothing was written; else
--       the writer's calls in this slot, ops applied, duplicates, a list of the older ops' numbers,
--       and a list of (op number, cell) where a fence names a cell that KEYS does not declare: such
--       an op was not applied.

local MARKER, ALL = KEYS[1], KEYS[2]
local state = redis.call('HGET', MARKER, ARGV[1] .. ':state')
if state ~= 'BUILDING' and state ~= 'READY' then return {} end

local seconds = tonumber(redis.call('TIME')[1])

-- The fences of two periods are kept, each in the hash of its parity; the field '' says which period
-- a hash holds. A clock that jumps back does not go back here.
local stored = {
  [KEYS[3]] = tonumber(redis.call('HGET', KEYS[3], '') or -1),
  [KEYS[4]] = tonumber(redis.call('HGET', KEYS[4], '') or -1),
}
local period =
  math.max(math.floor(seconds / tonumber(ARGV[3])), stored[KEYS[3]], stored[KEYS[4]])
local current, previous = KEYS[3 + period % 2], KEYS[4 - period % 2]

local ops, items = {}, {}
do
  local i = 4
  while i <= #ARGV do
    local op = {
      item = ARGV[i], sequence = ARGV[i + 1], cell = ARGV[i + 2], score = ARGV[i + 3],
      member = ARGV[i + 4] ~= '' and ARGV[i + 4] or ARGV[i], olds = {},
    }
    for old = 1, tonumber(ARGV[i + 5]) do
      local member = ARGV[i + 5 + 2 * old]
      op.olds[old] = {cell = ARGV[i + 4 + 2 * old], member = member ~= '' and member or op.item}
    end
    ops[#ops + 1], items[#items + 1] = op, op.item
    i = i + 6 + 2 * #op.olds
  end
end

local function fencesOf(hash, wanted)
  if stored[hash] ~= wanted then return {} end
  return redis.call('HMGET', hash, unpack(items))
end
local now, before_now = fencesOf(current, period), fencesOf(previous, period - 1)

-- The fence of op number n: its sequence, and its entry's cell and member unless it was a removal.
local function fence(n)
  local text = now[n] or before_now[n]
  if not text then return nil end
  local sequence, cell, member = string.match(text, '^(%d+) (%S*) %S+ ?(.*)$')
  if not sequence then return {sequence = text} end
  return {sequence = sequence, cell = cell, member = member ~= '' and member or items[n]}
end

-- Sequence numbers have no leading zeros; a double calls adjacent ones equal.
local function newer(a, b)
  if #a ~= #b then return #a > #b end
  return before(b, a)
end

local declared = {}
for i = 5, #KEYS do declared[KEYS[i]] = true end
local prefix = string.sub(ALL, 1, -4)
local function cellKey(cell) return prefix .. 'cell:' .. cell end

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

-- Takes an old entry out of its sets, save where the standing entry is.
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
  local text = op.sequence
  if standing then
    text = text .. ' ' .. op.cell .. ' ' .. op.score
    if op.member ~= op.item then text = text .. ' ' .. op.member end
  end
  fences[#fences + 1], fences[#fences + 2] = op.item, text
end

local applied, duplicates, older, undeclared = 0, 0, {}, {}
for n, op in ipairs(ops) do
  local fenced = fence(n)
  if fenced and fenced.sequence == op.sequence then
    duplicates = duplicates + 1
  elseif fenced and newer(fenced.sequence, op.sequence) then
    local standing = fenced.member and fenced or nil
    for _, old in ipairs(op.olds) do takeOut(old, standing) end
    older[#older + 1] = n
  elseif fenced and fenced.member and fenced.cell ~= '' and not declared[cellKey(fenced.cell)] then
    undeclared[#undeclared + 1], undeclared[#undeclared + 2] = n, fenced.cell
  else
    apply(op, fenced)
    applied = applied + 1
  end
end

-- Writers name themselves by the day they began, and anew each day; those of earlier days are gone.
local function forgetWriters()
  local yesterday = math.floor(seconds / 86400) - 1
  for _, field in ipairs(redis.call('HKEYS', MARKER)) do
    local day = string.match(field, '^calls:(%d+)%-')
    if day and tonumber(day) < yesterday then redis.call('HDEL', MARKER, field) end
  end
end

local function settle(calls)
  if calls == 1 then forgetWriters() end
  for key, members in pairs(removed) do redis.call('ZREM', key, unpack(members)) end
  for key, entries in pairs(added) do redis.call('ZADD', key, unpack(entries)) end
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
  return {calls, applied, duplicates, older, undeclared}
end
