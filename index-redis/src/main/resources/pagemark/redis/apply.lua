-- Applies ops to the registers of one group, with register.lua and its fragments before it. The first
-- write is one that grows, unless all that is left to do is to remove: so a Redis without memory
-- refuses the whole. Once a script has written, Redis lets it pass to its end.
return settle()
