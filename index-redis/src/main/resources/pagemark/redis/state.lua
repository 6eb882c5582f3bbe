-- Counts the states of slots.
--
-- KEYS  the slots' markers (hashes)
-- ARGV  1 generation
-- Reply: how many slots are BUILDING, and how many are READY. The others have no marker of the generation.

local count = { BUILDING = 0, READY = 0 }
for _, marker in ipairs(KEYS) do
  local state = redis.call('HGET', marker, ARGV[1] .. ':state')
  if state then count[state] = count[state] + 1 end
end
return { count.BUILDING, count.READY }
