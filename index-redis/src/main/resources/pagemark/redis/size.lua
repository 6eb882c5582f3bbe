-- How many entries a group has.
--
-- KEYS  1 all (zset)  2.. cell:<name> (zset), the cells that the group may have
-- Reply: the number of entries in all, and in the cells together.

local cells = 0
for i = 2, #KEYS do cells = cells + redis.call('ZCARD', KEYS[i]) end
return {redis.call('ZCARD', KEYS[1]), cells}
