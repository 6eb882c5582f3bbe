-- Takes a generation's marker from a slot.
--
-- KEYS  1 marker (hash)
-- ARGV  1 generation
-- Reply: how many fields it had.

local generation = ARGV[1]
return redis.call('HDEL', KEYS[1],
  generation .. ':state', generation .. ':nonce', generation .. ':birth')
