-- Applies ops to the registers of groups. bytes.lua, clock.lua, fences.lua, witness.lua and
-- register.lua come before it.
--
-- The first write adds entries, if there are any to add. So a Redis that is out of memory refuses
-- the whole script: Redis checks memory only before a script's first write.
return settle()
