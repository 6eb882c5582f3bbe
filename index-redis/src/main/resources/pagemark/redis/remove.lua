-- Applies removals to the registers of one group, with bytes.lua, fences.lua and register.lua before it.
-- The first write removes (no member is ''), so that a Redis without memory lets the whole pass.
redis.call('ZREM', ALL, '')
return settle(redis.call('HINCRBY', MARKER, 'calls:' .. ARGV[4], 1))
