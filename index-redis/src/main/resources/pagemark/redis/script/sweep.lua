-- Drops the fences of one group that no write needs any more: those of periods before the previous one.
-- clock.lua comes before it.
--
-- KEYS  1 packed:0 (hash)  2 packed:1 (hash)
-- ARGV  1 generation  2 fence period, in seconds  3 the caller's time, Unix time in seconds
-- Reply: the number of hashes that were dropped.

-- The first four bytes of the field '' are the period.
local heads, stored, newest = {}, {}, -1
for n = 1, 2 do
  heads[n] = redis.call('HGET', KEYS[n], '')
  stored[n] = heads[n] and struct.unpack('>I4', heads[n]) or -1
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
    redis.call('HSET', KEYS[n], '', struct.pack('>I4', stored[n] - ahead) .. string.sub(heads[n], 5))
  end
end
return dropped
