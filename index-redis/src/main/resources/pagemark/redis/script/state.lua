-- Counts slots by state.
--
-- KEYS  the slots' markers (hashes)
-- ARGV  1 generation
-- Reply: the number of slots that are BUILDING, and of those that are READY. All others have no marker
--       of the generation.

local count = { BUILDING = 0, READY = 0 }
for _, marker in ipairs(KEYS) do
  -- The state of a generation that packs its fences ends with ` packed`.
  local state = string.match(redis.call('HGET', marker, ARGV[1] .. ':state') or '', '^%u+')
  if state then count[state] = count[state] + 1 end
end
return { count.BUILDING, count.READY }
