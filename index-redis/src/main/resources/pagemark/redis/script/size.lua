-- Counts the entries of a group.
--
-- KEYS  1 all (zset)  2.. cell:<name> (zset), the cells that the group can have
-- Reply: the number of entries in all, and the number in all cells together.

local cells = 0
for i = 2, #KEYS do cells = cells + redis.call('ZCARD', KEYS[i]) end
return {redis.call('ZCARD', KEYS[1]), cells}
