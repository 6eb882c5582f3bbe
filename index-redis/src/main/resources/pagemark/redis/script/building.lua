-- Marks slots BUILDING for a rebuild. Skips slots that it has marked already.
--
-- KEYS  the slots' markers (hashes)
-- ARGV  1 generation  2 nonce  3 birth, Unix time in milliseconds
-- Reply: the number of slots that did not have the nonce.

local generation = ARGV[1]
local new = 0
for _, marker in ipairs(KEYS) do
  if redis.call('HGET', marker, generation .. ':nonce') ~= ARGV[2] then
    redis.call('HSET', marker, generation .. ':state', 'BUILDING', generation .. ':nonce', ARGV[2],
      generation .. ':birth', ARGV[3])
    new = new + 1
  end
end
return new
