-- Marks a slot READY for the rebuild that marked it BUILDING.
--
-- KEYS  1 marker (hash)
-- ARGV  1 generation  2 nonce
-- Reply: 1, or 0 where the slot does not carry the nonce.

if redis.call('HGET', KEYS[1], ARGV[1] .. ':nonce') ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1] .. ':state', 'READY')
return 1
