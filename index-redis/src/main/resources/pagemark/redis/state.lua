-- A slot's state.
--
-- KEYS  1 marker (hash)
-- ARGV  1 generation
-- Reply: BUILDING, READY, or '' where the slot has no marker of the generation.

return redis.call('HGET', KEYS[1], ARGV[1] .. ':state') or ''
