-- Fragment: checks a witness, which is the last write into a slot that the writer knows to be
-- acknowledged. If it is gone, Redis has lost writes. clock.lua, packed.lua and fences.lua come before
-- it.

-- Whether sequence a is higher. Sequences have no leading zeros; as doubles, adjacent ones would be
-- equal.
local function newer(a, b)
  if #a ~= #b then return #a > #b end
  return before(b, a)
end

-- The number of repairs since the last record; 0 if a record left the fence.
local function repairs(mark) return tonumber(string.match(mark, '^%d+~(%d+)%.') or 0) end

-- Whether a fence is at least as new as the mark. Mostly it has the same.
local function reaches(fence, mark)
  local expected = string.match(mark, '^%d*')
  if fence.sequence ~= expected then return newer(fence.sequence, expected) end
  return repairs(fence.mark) >= repairs(mark)
end

-- Whether a hash has a fence of the item that is at least as new as the mark. Expected is the digest,
-- and the packed sequence if a record left the fence. Mostly these are in the field, two bytes apart,
-- and nothing needs to be unpacked.
local function hasFence(key, item, mark, expected)
  local hash, digest = readHash(key), sub(expected, 1, DIGEST)
  local field = fieldOf(hash, digest)
  local found = find(field, digest, 1, true)
  if not found then return false end
  local at = found + DIGEST + 2
  local sequence = sub(expected, DIGEST + 1)
  if sequence ~= '' and sub(field, at, at + #sequence - 1) == sequence then return true end
  local fence = packedFence(hash, digest)
  return fence and reaches(unpacked(fence, item), mark)
end

-- Returns 1 if the witness of a group's slot is gone, else 0. A newer fence of the item will do.
--
-- KEYS  from first on: all (zset), packed:0, packed:1 (hash) of the witness' group
-- List  from at on: item; its digest, followed by its packed sequence if a record left the fence; mark
--       of the fence, '' if it is an entry; member of that entry; until when the witness must exist,
--       Unix time in milliseconds
local function isGone(first, list, at)
  local item, mark = list[at], list[at + 2]
  if millis > list[at + 4] then return 0 end
  for parity = today, today + 1 do
    if hasFence(KEYS[first + 1 + parity % 2], item, mark, list[at + 1]) then return 0 end
  end
  if mark == '' and redis.call('ZSCORE', KEYS[first], list[at + 3]) then return 0 end
  return 1
end
