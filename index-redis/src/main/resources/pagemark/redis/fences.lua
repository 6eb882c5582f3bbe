-- Fragment: the fences of one group, with clock.lua before it.
--
-- KEYS  1 marker (hash)  2 all (zset)  3 fence:0 (hash)  4 fence:1 (hash)
-- ARGV  1 generation  2 fence period, in seconds  3 the caller's time, Unix time in seconds

local MARKER, ALL = KEYS[1], KEYS[2]
local state = redis.call('HGET', MARKER, ARGV[1] .. ':state')
if state ~= 'BUILDING' and state ~= 'READY' then return {} end

-- The fences of two periods are kept, each in the hash of its parity; the field '' says which period
-- a hash holds. A clock that jumps back does not go back here.
local stored, period, current, previous = {}, nil, nil, nil

-- For each item in order whether its fence is of the period that is present.
local isYoung = {}

-- For each item in order the text of its fence, or false.
local function fencesOf(items)
  local even = redis.call('HMGET', KEYS[3], '', unpack(items))
  local odd = redis.call('HMGET', KEYS[4], '', unpack(items))
  stored[KEYS[3]], stored[KEYS[4]] = tonumber(even[1] or -1), tonumber(odd[1] or -1)
  period = math.max(today, stored[KEYS[3]], stored[KEYS[4]])
  current, previous = KEYS[3 + period % 2], KEYS[4 - period % 2]

  local now, before_now = even, odd
  if current == KEYS[4] then now, before_now = odd, even end
  local isKept, wasKept, texts = stored[current] == period, stored[previous] == period - 1, {}
  for n = 1, #items do
    isYoung[n] = isKept and now[n + 1]
    texts[n] = isYoung[n] or wasKept and before_now[n + 1] or false
  end
  return texts
end

local prefix = string.sub(ALL, 1, -4)
local function cellKey(cell) return prefix .. 'cell:' .. cell end
