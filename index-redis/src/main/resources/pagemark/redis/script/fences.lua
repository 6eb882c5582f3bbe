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

-- For each state, how many KEYS the first hash of fences comes after the marker.
local PLACES = {BUILDING = 2, READY = 2, ['BUILDING packed'] = 4, ['READY packed'] = 4}

-- Returns the group whose marker is KEYS[first]; nil if that slot has no marker of the generation.
local function groupAt(first, generation)
  local place = PLACES[redis.call('HGET', KEYS[first], generation .. ':state')]
  if not place then return nil end
  -- All fields at once, because a table that grows is copied.
  return {
    first = first, last = 0, all = KEYS[first + 1], place = place, isPacked = place == 4,
    current = false, previous = false, period = 0, isKept = false, hasOlder = false, isStale = false,
    added = {}, removed = {}, fences = {}, grown = 0, gone = 0, isFirst = false,
  }
end

-- Reads a hash of text fences: its key, its period (-1 if there is none), and the texts of the items.
local function readTexts(key, items)
  local texts = redis.call('HMGET', key, '', unpack(items))
  return {key = key, period = tonumber(texts[1] or -1), texts = texts}
end

-- The fence of the n-th item in a hash that has been read, as it is stored; false if it has none.
local function storedAt(group, hash, digests, n)
  if group.isPacked then return packedFence(hash, digests[n]) end
  return hash.texts[n + 1]
end

-- Returns for each item in order its fence as it is stored, or false; and whether each fence is of the
-- current period. Sets in the group
--
-- current, previous  the hashes of the two periods
-- period             the number of the current one
-- isKept             whether the current hash has fences of the current period
-- hasOlder           whether it has fences of an older one instead
-- isStale            whether the other hash has fences of a period before the previous one
local function fencesOf(group, items, digests)
  local first, read = group.first + group.place, group.isPacked and readHash or readTexts
  local young, old = read(KEYS[first], items), read(KEYS[first + 1], items)
  local newest = math.max(today, young.period, old.period)
  if newest % 2 == 1 then young, old = old, young end
  local isKept, wasKept = young.period == newest, old.period == newest - 1
  group.current, group.previous, group.period = young, old, newest
  group.isKept, group.isStale = isKept, old.period ~= -1 and not wasKept
  group.hasOlder = young.period ~= -1 and not isKept
  if group.isPacked and isKept then readFields(young, digests) end
  if group.isPacked and wasKept then readFields(old, digests) end
  local stored, isYoung = {}, {}
  for n = 1, #items do
    local found = isKept and storedAt(group, young, digests, n)
    isYoung[n] = found and true
    stored[n] = found or wasKept and storedAt(group, old, digests, n) or false
  end
  return stored, isYoung
end

-- Returns what a stored fence says: its sequence, and cell, score and member of its entry. A removal
-- has no entry; a packed fence has a mark instead of a score.
local function fenceOf(group, stored, item)
  if not stored then return nil end
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
