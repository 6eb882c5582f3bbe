-- Fragment: reads the fences of a group. clock.lua and packed.lua come before it.
--
-- Each of two hashes has the fences of one period, by the period's parity. The hash's field '' has the
-- number of its period. If the clock jumps back, the newest period that is stored stays current.
--
-- The state in the marker says how a generation keeps its fences: packed (packed.lua), or as text with
-- a field for each item. Earlier versions know only text, and find no marker of a packed generation.
--
-- KEYS  marker (hash), all (zset), fence:0, fence:1, packed:0 and packed:1 (hash) of each group, one
--       after the other
-- ARGV  2 fence period, in seconds  3 the caller's time, Unix time in seconds

-- For each state, whether the generation packs its fences.
local IS_PACKED = {BUILDING = false, READY = false, ['BUILDING packed'] = true, ['READY packed'] = true}

-- Returns the group whose marker is KEYS[first]; nil if that slot has no marker of the generation.
local function groupAt(first, generation)
  local isPacked = IS_PACKED[redis.call('HGET', KEYS[first], generation .. ':state')]
  if isPacked == nil then return nil end
  -- All fields at once, because a table that grows is copied: at 16, to 32.
  return {
    first = first, last = 0, isFirst = false, all = KEYS[first + 1], isPacked = isPacked,
    current = false, previous = false, period = 0, isKept = false, wasKept = false,
    added = false, inCells = false, removed = false, fences = false, grown = 0,
  }
end

-- Reads a hash of text fences: its key, its period (-1 if there is none), and the texts of the items.
local function readTexts(key, items)
  local found = redis.call('HMGET', key, '', unpack(items))
  local hash = {key = key, period = tonumber(found[1] or -1), texts = {}}
  for n, item in ipairs(items) do hash.texts[item] = found[n + 1] end
  return hash
end

-- The fence of an item in a hash that has been read, as it is stored; false if it has none.
local function textFence(hash, item) return hash.texts[item] end

-- The number among KEYS of the first of two hashes of fences; all is the number of their sorted set.
local function hashesAfter(group, all) return group.isPacked and all + 3 or all + 1 end

-- Reads the fences of items by their names: digests if the group packs its fences, else keys. Sets in
-- the group
--
-- current, previous  the hashes of the two periods
-- period             the number of the current one
-- isKept             whether the current hash has fences of the current period, and not of an older one
-- wasKept            whether the other hash has fences of the previous period, and not of an older one
local function readFences(group, names)
  local first, read = hashesAfter(group, group.first + 1), group.isPacked and readHash or readTexts
  local young, old = read(KEYS[first], names), read(KEYS[first + 1], names)
  local newest = math.max(today, young.period, old.period)
  if newest % 2 == 1 then young, old = old, young end
  group.current, group.previous, group.period = young, old, newest
  group.isKept, group.wasKept = young.period == newest, old.period == newest - 1
  if group.isPacked and group.isKept then readFields(young, names) end
  if group.isPacked and group.wasKept then readFields(old, names) end
end

-- Returns the fence of an item by its name, as it is stored, and whether it is of the current period;
-- false if it has none.
local function storedOf(group, name)
  local fenceIn = group.isPacked and packedFence or textFence
  local stored = group.isKept and fenceIn(group.current, name)
  if stored then return stored, true end
  return group.wasKept and fenceIn(group.previous, name), false
end

-- Returns what a stored fence says: its sequence, and cell, score and member of its entry. A removal
-- has no entry; a packed fence has a mark instead of a score.
local function fenceOf(group, stored, item)
  if group.isPacked then return unpacked(stored, item) end
  local sequence, cell, score, member = string.match(stored, '^(%d+)%S* (%S*) (%S+) ?(.*)$')
  if not sequence then return {sequence = string.match(stored, '^%d+')} end
  return {sequence = sequence, cell = cell, score = score, member = member ~= '' and member or item}
end

-- Returns the score of a fence's entry as text. If the entry of a packed fence is gone, it is a score
-- that no entry has.
local function scoreOf(group, fence)
  if fence.score then return fence.score end
  local score = redis.call('ZSCORE', group.all, fence.member)
  return score and string.format('%.17g', tonumber(score)) or '-9223372036854775808'
end

-- Returns the text of a stored fence, which is '' for none: `<mark>` for a removal, else
-- `<mark> <cell> <score>`, and ` <member>` if the member is not the item key.
local function textOf(group, stored, item)
  if not stored or not group.isPacked then return stored or '' end
  local fence = unpacked(stored, item)
  if not fence.member then return fence.mark end
  local text = fence.mark .. ' ' .. fence.cell .. ' ' .. scoreOf(group, fence)
  return fence.member == item and text or text .. ' ' .. fence.member
end

local function cellKey(group, cell) return string.sub(group.all, 1, -4) .. 'cell:' .. cell end
