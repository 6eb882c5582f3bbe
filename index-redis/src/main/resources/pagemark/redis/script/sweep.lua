-- Drops the fences of one group that no write needs any more: those of periods before the previous one.
-- clock.lua comes before it.
--
-- KEYS  1 fence:0 (hash)  2 fence:1 (hash); or 1 packed:0 (hash)  2 packed:1 (hash)
-- ARGV  1 generation  2 fence period, in seconds  3 the caller's time, Unix time in seconds
-- Reply: the number of hashes that were dropped.

-- The field '' has the period: with four bytes at its begin if the fences are packed, else with digits.
local isPacked = string.sub(KEYS[1], -9) == ':packed:0'
local heads, stored, newest = {}, {}, -1
for n = 1, 2 do
  heads[n] = redis.call('HGET', KEYS[n], '')
  if not heads[n] then
    stored[n] = -1
  else
    stored[n] = isPacked and struct.unpack('>I4', heads[n]) or tonumber(heads[n])
  end
  newest = math.max(newest, stored[n])
end

-- A clock that was ahead can leave periods in the future. By now both clocks agree that they are.
-- So the newest becomes the current period or the next one, whichever has the hash's parity, and
-- the other hash the one before.
local ahead = math.max(0, math.floor((newest - today) / 2) * 2)
local dropped = 0
for n = 1, 2 do
  if stored[n] - ahead < today - 1 then
    dropped = dropped + redis.call('UNLINK', KEYS[n])
  elseif ahead > 0 then
    local period = stored[n] - ahead
    local head = isPacked and struct.pack('>I4', period) .. string.sub(heads[n], 5) or period
    redis.call('HSET', KEYS[n], '', head)
  end
end
return dropped
