-- Removes a generation's markers from slots.
--
-- KEYS  the slots' markers (hashes)
-- ARGV  1 generation
-- Reply: the number of fields that were removed.

local fields = 0
for _, marker in ipairs(KEYS) do
  fields = fields + redis.call('HDEL', marker,
    ARGV[1] .. ':state', ARGV[1] .. ':nonce', ARGV[1] .. ':birth')
end
return fields
