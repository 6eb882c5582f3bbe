-- Applies ops to the registers of one group, with bytes.lua, fences.lua and register.lua before it.
-- The first write grows, so that a Redis without memory refuses the whole.
return settle(redis.call('HINCRBY', MARKER, 'calls:' .. ARGV[4], 1))
