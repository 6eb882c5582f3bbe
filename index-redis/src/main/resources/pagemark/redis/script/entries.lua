-- Reads the entries of a set at and after a boundary, in order. bytes.lua and ranks.lua come before it.
--
-- The cost is logarithmic in the size of the set, and linear in the number of entries read.
--
-- KEYS  1 the set (zset)
-- ARGV  1 2 score and member of the boundary; an empty score is before all entries
--       3 how many entries to read at most
-- Reply: members, each followed by its score

local first = ARGV[1] == '' and 0 or entriesBefore(KEYS[1], 'SCORE', ARGV[1], ARGV[2])
return redis.call('ZRANGE', KEYS[1], first, first + ARGV[3] - 1, 'WITHSCORES')
