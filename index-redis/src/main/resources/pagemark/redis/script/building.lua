-- Marks slots BUILDING for a rebuild. Skips slots that it has marked already. The generation packs its
-- fences, unless an earlier version has marked the slot: its fences stay text.
--
-- KEYS  the slots' markers (hashes)
-- ARGV  1 generation  2 nonce  3 birth, Unix time in milliseconds
-- Reply: the number of slots that did not have the nonce.

local generation = ARGV[1]
local new = 0
for _, marker in ipairs(KEYS) do
  local old = redis.call('HMGET', marker, generation .. ':nonce', generation .. ':state')
  if old[1] ~= ARGV[2] then
    local isText = old[2] == 'BUILDING' or old[2] == 'READY'
    -- Earlier versions counted calls in these fields.
    for _, field in ipairs(redis.call('HKEYS', marker)) do
      if string.sub(field, 1, 6) == 'calls:' then redis.call('HDEL', marker, field) end
    end
    redis.call('HSET', marker, generation .. ':state', isText and 'BUILDING' or 'BUILDING packed',
      generation .. ':nonce', ARGV[2], generation .. ':birth', ARGV[3])
    new = new + 1
  end
end
return new
