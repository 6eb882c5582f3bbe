-- Fragment: reads the fences of a group. clock.lua and packed.lua come before it.
--
-- Each of two hashes has the fences of one period, by the period's parity. The hash's field '' has the
-- number of its period. If the clock jumps back, the newest period that is stored stays current.
--
-- KEYS  marker (hash), all (zset), packed:0 and packed:1 (hash) of each group, one after the other
-- ARGV  2 fence period, in seconds  3 the caller's time, Unix time in seconds

-- Returns the group whose marker is KEYS[first]; nil if that slot has no marker of the generation.
local function groupAt(first, generation)
  if not redis.call('HGET', KEYS[first], generation .. ':state') then return nil end
  -- All fields at once, because a table that grows is copied: at 16, to 32.
  return {
    first = first, last = 0, all = KEYS[first + 1],
    current = false, previous = false, period = 0, isKept = false, wasKept = false,
    added = false, inCells = false, removed = false, fences = false, grown = 0,
  }
end

-- Reads the fences of items by their digests. Sets in the group
--
-- current, previous  the hashes of the two periods
-- period             the number of the current one
-- isKept             whether the current hash has fences of the current period, and not of an older one
-- wasKept            whether the other hash has fences of the previous period, and not of an older one
local function readFences(group, digests)
  local young, old = readHash(KEYS[group.first + 2]), readHash(KEYS[group.first + 3])
  local newest = math.max(today, young.period, old.period)
  if newest % 2 == 1 then young, old = old, young end
  group.current, group.previous, group.period = young, old, newest
  group.isKept, group.wasKept = young.period == newest, old.period == newest - 1
  if group.isKept then readFields(young, digests) end
  if group.wasKept then readFields(old, digests) end
end

-- Returns the fence of a digest, as it is stored, and whether it is of the current period; false if
-- there is none.
local function storedOf(group, digest)
  local stored = group.isKept and packedFence(group.current, digest)
  if stored then return stored, true end
  return group.wasKept and packedFence(group.previous, digest), false
end

-- Returns the score of a fence's entry as text. If the entry is gone, it is a score that no entry has.
local function scoreOf(group, fence)
  local score = redis.call('ZSCORE', group.all, fence.member)
  return score and string.format('%.17g', tonumber(score)) or '-9223372036854775808'
end

-- Returns the text of a stored fence, which is '' for none: `<mark>` for a removal, else
-- `<mark> <cell> <score>`, and ` <member>` if the member is not the item key.
local function textOf(group, stored, item)
  if not stored then return '' end
  local fence = unpacked(stored, item)
  if not fence.member then return fence.mark end
  local text = fence.mark .. ' ' .. fence.cell .. ' ' .. scoreOf(group, fence)
  return fence.member == item and text or text .. ' ' .. fence.member
end

local function cellKey(group, cell) return string.sub(group.all, 1, -4) .. 'cell:' .. cell end
