-- Fragment: fences that share the fields of a hash.
--
-- While the fences of a group are few, they are all in the field ''. If they get longer than FIELD, they
-- are divided among fields with the numbers 0, 1 and so on. An item's digest says which field has its
-- fence. For every FIELD bytes the hash gets one more field: the next one in turn is divided in two
-- (linear hashing). So a write touches the fields of its own items, and two more for every FIELD bytes
-- that it adds.
--
-- The field '' has, in big-endian numbers,
--
-- 4        the number of the period
-- 4        the number of fields, 1 if there are no others
-- the rest the fences if there are no other fields, else 6 bytes: how long all fences are together
--
-- A fence is these bytes:
--
-- 16       the item's digest
-- 1 or 2   the length of the rest; from 128 on it has two bytes, and the highest bit of the first is set
-- 1        the sum of what follows: 1 an entry, 2 a cell, 4 a member, 8 a tag, 16 a long sequence
-- 9 or 18  the sequence, as 21 or 42 decimal digits: three bytes for each seven of them
-- 1 + n    the length of the tag, the tag
-- 1 + n    the length of the cell, the cell
-- the rest the entry's member, if that is not the item key
--
-- The score of the entry is not here, but in the group's whole set. The callers pack fences.

-- How long the fields are on average, in bytes, before there is one more.
local FIELD = 512

-- How long digests are, and the part of the field '' before the fences.
local DIGEST, HEAD = 16, 8

local byte, find, sub = string.byte, string.find, string.sub

-- Where the fence after the one at a place begins.
local function nextFence(field, at)
  local length = byte(field, at + DIGEST)
  if length < 128 then return at + DIGEST + 1 + length end
  return at + DIGEST + 2 + (length - 128) * 256 + byte(field, at + DIGEST + 1)
end

-- Finds the fence of a digest in a field, whose first fence begins at a place. Returns two places: of
-- this fence, and of the one after it; nil if the field does not have it. The bytes of a digest can
-- also occur in a member. So a found place counts only if the fence before it ends there.
local function placeOf(field, at, digest)
  local found = find(field, digest, at, true)
  while found do
    while at < found do at = nextFence(field, at) end
    if at == found then return at, nextFence(field, at) end
    found = find(field, digest, found + 1, true)
  end
  return nil
end

-- The decimal number at a place, without leading zeros, and the place after it.
local function digitsAt(text, at, isLong)
  local a, b, c, after = struct.unpack('>I3I3I3', text, at)
  if not isLong and a > 0 then return string.format('%d%07d%07d', a, b, c), after end
  local digits = string.format('%07d%07d%07d', a, b, c)
  if isLong then
    a, b, c, after = struct.unpack('>I3I3I3', text, after)
    digits = string.format('%s%07d%07d%07d', digits, a, b, c)
  end
  return string.match(digits, '^0*(%d+)$'), after
end

-- The text at a place, after its length, and the place after it.
local function textAt(text, at)
  local after = at + 1 + byte(text, at)
  return sub(text, at + 1, after - 1), after
end

-- Reads a fence: its mark, its sequence, and the cell and member of its entry. A removal has no entry.
local function unpacked(fence, item)
  local at = byte(fence, DIGEST + 1) < 128 and DIGEST + 2 or DIGEST + 3
  local parts, said, tag = byte(fence, at), {}, nil
  said.sequence, at = digitsAt(fence, at + 1, parts >= 16)
  said.mark = said.sequence
  if parts % 16 >= 8 then
    tag, at = textAt(fence, at)
    said.mark = said.sequence .. '~' .. tag
  end
  if parts % 2 == 0 then return said end
  said.cell, said.member = '', item
  if parts % 4 >= 2 then said.cell, at = textAt(fence, at) end
  if parts % 8 >= 4 then said.member = sub(fence, at) end
  return said
end

-- The number of the field that a digest has among so many.
local function numberOf(digest, count)
  if count == 1 then return 0 end
  -- The smallest power of two that is not below the count.
  local _, exponent = math.frexp(count - 1)
  local power = 2 ^ exponent
  local number = struct.unpack('>I4', digest) % power
  return number < count and number or number - power / 2
end

-- Makes a hash without fences. Every hash here is a table with
--
-- key, period  as in Redis
-- count        the number of its fields
-- bytes        how long all of its fences are together
-- from         the place of the first fence in each field
-- 0, 1, ...    the fields that have been read
local function newHash(key, period)
  return {key = key, period = period, count = 1, bytes = 0, from = HEAD + 1, [0] = struct.pack('>I4I4', period, 1)}
end

-- The hashes that the script has read, by key. A witness is mostly in a hash that is written next.
local hashes = {}

-- Reads a hash. Its period is -1 if it does not exist.
local function readHash(key)
  local hash = hashes[key]
  if hash then return hash end
  local head = redis.call('HGET', key, '')
  if not head then
    hash = {key = key, period = -1, count = 1, bytes = 0, from = 1, [0] = ''}
  else
    local period, count = struct.unpack('>I4I4', head)
    hash = {key = key, period = period, count = count, bytes = #head - HEAD, from = HEAD + 1, [0] = head}
    if count > 1 then hash.bytes, hash.from, hash[0] = struct.unpack('>I6', head, HEAD + 1), 1, nil end
  end
  hashes[key] = hash
  return hash
end

local function fieldAt(hash, number)
  local field = hash[number]
  if not field then
    field = redis.call('HGET', hash.key, number) or ''
    hash[number] = field
  end
  return field
end

-- The field of a digest.
local function fieldOf(hash, digest)
  if hash.count == 1 then return hash[0] end
  return fieldAt(hash, numberOf(digest, hash.count))
end

-- Reads the fields of some digests together.
local function readFields(hash, digests)
  if hash.count == 1 or #digests < 2 then return end
  local numbers, isNamed = {}, {}
  for _, digest in ipairs(digests) do
    local number = numberOf(digest, hash.count)
    if not isNamed[number] then
      numbers[#numbers + 1], isNamed[number] = number, true
    end
  end
  for n, field in ipairs(redis.call('HMGET', hash.key, unpack(numbers))) do
    hash[numbers[n]] = field or ''
  end
end

-- The fence of a digest, or false.
local function packedFence(hash, digest)
  local field = fieldOf(hash, digest)
  local at, after = placeOf(field, hash.from, digest)
  return at and sub(field, at, after - 1) or false
end

-- A field with a fence instead of the one that its item had, or in addition to all others.
local function withFence(field, from, digest, fence, isReplaced)
  if isReplaced then
    local at, after = placeOf(field, from, digest)
    field = sub(field, 1, at - 1) .. sub(field, after)
  end
  return field .. fence
end

-- Adds a field, and moves those fences there that belong into it.
local function addField(hash, changed)
  local new = hash.count
  local _, exponent = math.frexp(new)
  local power = 2 ^ exponent
  local old = new - power / 2
  local field, stay, move, at = fieldAt(hash, old), '', {}, 1
  local from = at
  while at <= #field do
    local after = nextFence(field, at)
    if struct.unpack('>I4', field, at) % power == new then
      stay, from = stay .. sub(field, from, at - 1), after
      move[#move + 1] = sub(field, at, after - 1)
    end
    at = after
  end
  hash[old], hash[new], hash.count = stay .. sub(field, from), table.concat(move), new + 1
  if #move > 0 then changed[old], changed[new] = true, true end
end

-- Writes a list of fences. Each has three elements: digest, fence, and whether the hash has one of the
-- item already. The fences of the hash get longer by so many bytes.
local function writeHash(hash, fences, grown)
  hash.bytes = hash.bytes + grown
  if hash.count == 1 and hash.bytes <= FIELD then
    local field = hash[0]
    for n = 1, #fences, 3 do
      field = withFence(field, HEAD + 1, fences[n], fences[n + 1], fences[n + 2])
    end
    return redis.call('HSET', hash.key, '', field)
  end
  local changed = {}
  if hash.count == 1 then hash[0], changed[0], hash.from = sub(hash[0], HEAD + 1), true, 1 end
  while hash.bytes > FIELD * hash.count do addField(hash, changed) end
  for n = 1, #fences, 3 do
    local number = numberOf(fences[n], hash.count)
    hash[number] = withFence(fieldAt(hash, number), 1, fences[n], fences[n + 1], fences[n + 2])
    changed[number] = true
  end
  local list = {'', struct.pack('>I4I4I6', hash.period, hash.count, hash.bytes)}
  for number in pairs(changed) do
    list[#list + 1], list[#list + 2] = number, hash[number]
  end
  redis.call('HSET', hash.key, unpack(list))
end
