-- Marks slots READY for the rebuild that marked them BUILDING. How the generation keeps its fences
-- stays as it is.
--
-- KEYS  the slots' markers (hashes)
-- ARGV  1 generation  2 nonce
-- Reply: the number of slots that do not have the nonce. They are not changed.

local lost = 0
for _, marker in ipairs(KEYS) do
  if redis.call('HGET', marker, ARGV[1] .. ':nonce') == ARGV[2] then
    local state = redis.call('HGET', marker, ARGV[1] .. ':state')
    redis.call('HSET', marker, ARGV[1] .. ':state', (string.gsub(state, '^%u+', 'READY')))
  else
    lost = lost + 1
  end
end
return lost
