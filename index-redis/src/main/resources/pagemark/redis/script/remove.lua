-- Applies removals to the registers of groups. bytes.lua, clock.lua, fences.lua, witness.lua and
-- register.lua come before it.
--
-- The first write is a removal that has no effect, because no member is ''. So a Redis that is out
-- of memory runs the whole script: Redis checks memory only before a script's first write.
if groups[1] then redis.call('ZREM', groups[1].all, '') end
return settle()
