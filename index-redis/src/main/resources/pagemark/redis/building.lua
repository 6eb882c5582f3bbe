-- Marks a slot BUILDING.
--
-- KEYS  1 marker (hash)
-- ARGV  1 generation  2 nonce  3 birth, Unix time in milliseconds
-- Reply: 1

local generation = ARGV[1]
redis.call('HSET', KEYS[1],
  generation .. ':state', 'BUILDING', generation .. ':nonce', ARGV[2], generation .. ':birth', ARGV[3])
return 1
