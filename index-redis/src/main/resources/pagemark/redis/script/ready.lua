-- Marks slots READY for the rebuild that marked them BUILDING.
--
-- KEYS  the slots' markers (hashes)
-- ARGV  1 generation  2 nonce
-- Reply: the number of slots that do not have the nonce. They are not changed.

local lost = 0
for _, marker in ipairs(KEYS) do
  if redis.call('HGET', marker, ARGV[1] .. ':nonce') == ARGV[2] then
    redis.call('HSET', marker, ARGV[1] .. ':state', 'READY')
  else
    lost = lost + 1
  end
end
return lost
