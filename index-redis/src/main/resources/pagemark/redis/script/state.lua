-- Counts slots by state.
--
-- KEYS  the slots' markers (hashes)
-- ARGV  1 generation
-- Reply: the number of slots that are BUILDING, and of those that are READY. All others have no marker
--       of the generation.

local count = { BUILDING = 0, READY = 0 }
for _, marker in ipairs(KEYS) do
  local state = redis.call('HGET', marker, ARGV[1] .. ':state')
  if count[state] then count[state] = count[state] + 1 end
end
return { count.BUILDING, count.READY }
