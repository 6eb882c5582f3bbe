-- Fragment: checks a witness, which is the last write into a slot that the writer knows to be
-- acknowledged. If it is gone, Redis has lost writes. clock.lua, packed.lua and fences.lua come before
-- it.

-- Whether sequence a is higher. Sequences have no leading zeros; as doubles, adjacent ones would be
-- equal.
local function newer(a, b)
  if #a ~= #b then return #a > #b end
  return before(b, a)
end

-- The number of repairs since the last record; 0 if a record, or an earlier version's repair, left
-- the fence.
local function repairs(mark) return tonumber(string.match(mark, '^%d+~(%d+)%.') or 0) end

-- Whether the fence with this text, or this mark, is at least as new as the mark. Mostly it is the
-- same.
local function reaches(text, mark)
  if text == mark or string.sub(text, 1, #mark + 1) == mark .. ' ' then return true end
  local sequence, expected = string.match(text, '^%d+'), string.match(mark, '^%d*')
  if sequence ~= expected then return newer(sequence, expected) end
  return repairs(text) >= repairs(mark)
end

-- Whether a hash has a fence of the item that is at least as new as the mark.
local function hasText(key, item, mark)
  local text = redis.call('HGET', key, item)
  return text and reaches(text, mark)
end

-- The same for packed fences. Expected is the digest, and the packed sequence if a record left the
-- fence. Mostly these are in the field, two bytes apart, and nothing needs to be unpacked.
local function hasPacked(key, item, mark, expected)
  local hash, digest = readHash(key), sub(expected, 1, DIGEST)
  local field = fieldOf(hash, digest)
  local found = find(field, digest, 1, true)
  if not found then return false end
  local at = found + DIGEST + 2
  local sequence = sub(expected, DIGEST + 1)
  if sequence ~= '' and sub(field, at, at + #sequence - 1) == sequence then return true end
  local fence = packedFence(hash, digest)
  return fence and reaches(unpacked(fence, item).mark, mark)
end

-- Returns 1 if the witness of a group's slot is gone, else 0. A newer fence of the item will do.
--
-- KEYS  from first on: all (zset), fence:0, fence:1, packed:0, packed:1 (hash) of the witness' group
-- List  from at on: item; its digest, followed by its packed sequence if a record left the fence; mark
--       of the fence, '' if it is an entry; member of that entry; until when the witness must exist,
--       Unix time in milliseconds
local function isGone(group, first, list, at)
  local item, mark = list[at], list[at + 2]
  if millis > list[at + 4] then return 0 end
  local has = group.isPacked and hasPacked or hasText
  for parity = today, today + 1 do
    local key = KEYS[hashesAfter(group, first) + parity % 2]
    if has(key, item, mark, list[at + 1]) then return 0 end
  end
  if mark == '' and redis.call('ZSCORE', KEYS[first], list[at + 3]) then return 0 end
  return 1
end
