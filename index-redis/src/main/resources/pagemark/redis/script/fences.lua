-- Fragment: reads the fences of a group. clock.lua comes before it.
--
-- Each of two hashes has the fences of one period, by the period's parity. The hash's field '' is the
-- number of its period. If the clock jumps back, the newest period that is stored stays current.
--
-- KEYS  marker (hash), all (zset), fence:0 (hash) and fence:1 (hash) of each group, one after the other
-- ARGV  2 fence period, in seconds  3 the caller's time, Unix time in seconds

-- Returns the group whose marker is KEYS[first]; nil if that slot has no marker of the generation.
local function groupAt(first, generation)
  local state = redis.call('HGET', KEYS[first], generation .. ':state')
  if state ~= 'BUILDING' and state ~= 'READY' then return nil end
  return {first = first, all = KEYS[first + 1]}
end

-- Returns for each item in order the text of its fence, or false; and whether each fence is of the
-- current period. Sets in the group
--
-- current, previous  the keys of the two periods
-- period             the number of the current one
-- isKept             whether the current hash has fences of the current period
-- hasOlder           whether it has fences of an older one instead
-- isStale            whether the other hash has fences of a period before the previous one
local function fencesOf(group, items)
  local key, other = KEYS[group.first + 2], KEYS[group.first + 3]
  local young = redis.call('HMGET', key, '', unpack(items))
  local old = redis.call('HMGET', other, '', unpack(items))
  local period, before_it = tonumber(young[1] or -1), tonumber(old[1] or -1)
  local newest = math.max(today, period, before_it)
  if newest % 2 == 1 then
    key, other, young, old, period, before_it = other, key, old, young, before_it, period
  end
  local isKept, wasKept = period == newest, before_it == newest - 1
  group.current, group.previous, group.period = key, other, newest
  group.isKept, group.isStale = isKept, before_it ~= -1 and not wasKept
  group.hasOlder = period ~= -1 and not isKept
  local texts, isYoung = {}, {}
  for n = 1, #items do
    local text = isKept and young[n + 1]
    isYoung[n] = text and true
    texts[n] = text or wasKept and old[n + 1] or false
  end
  return texts, isYoung
end

local function cellKey(group, cell) return string.sub(group.all, 1, -4) .. 'cell:' .. cell end
