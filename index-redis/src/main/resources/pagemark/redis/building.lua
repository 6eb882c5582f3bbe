-- Marks a slot BUILDING, unless this rebuild did so before.
--
-- KEYS  1 marker (hash)
-- ARGV  1 generation  2 nonce  3 birth, Unix time in milliseconds
-- Reply: 1, or 0 where the slot carries the nonce.

local generation = ARGV[1]
if redis.call('HGET', KEYS[1], generation .. ':nonce') == ARGV[2] then return 0 end
-- Earlier versions counted calls here.
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  if string.sub(field, 1, 6) == 'calls:' then redis.call('HDEL', KEYS[1], field) end
end
redis.call('HSET', KEYS[1],
  generation .. ':state', 'BUILDING', generation .. ':nonce', ARGV[2], generation .. ':birth', ARGV[3])
return 1
