-- Fragment: reads the fences of one group. clock.lua comes before it. If the slot has no marker of the
-- generation, the script ends here with an empty reply.
--
-- Each of two hashes has the fences of one period, by the period's parity. The hash's field '' is the
-- number of its period. If the clock jumps back, the newest period that is stored stays current.
--
-- KEYS  1 marker (hash)  2 all (zset)  3 fence:0 (hash)  4 fence:1 (hash)
-- ARGV  1 generation  2 fence period, in seconds  3 the caller's time, Unix time in seconds

local MARKER, ALL = KEYS[1], KEYS[2]
local state = redis.call('HGET', MARKER, ARGV[1] .. ':state')
if state ~= 'BUILDING' and state ~= 'READY' then return {} end

local stored, period, current, previous = {}, nil, nil, nil

-- For each item in order, whether its fence is of the current period.
local isYoung = {}

-- Returns for each item in order the text of its fence, or false.
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
