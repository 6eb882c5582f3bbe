-- Applies removals to the registers of one group, with register.lua and its fragments before it.
-- The first write removes (no member is ''), so that a Redis without memory lets the whole pass.
redis.call('ZREM', ALL, '')
return settle()
