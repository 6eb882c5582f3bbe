-- Fragment: checks a witness, which is the last write into a slot that the writer knows to be
-- acknowledged. If it is gone, Redis has lost writes. clock.lua comes before it.

-- Whether sequence a is higher. Sequences have no leading zeros; as doubles, adjacent ones would be
-- equal.
local function newer(a, b)
  if #a ~= #b then return #a > #b end
  return before(b, a)
end

-- The number of repairs since the last record; 0 if a record, or an earlier version's repair, left
-- the fence.
local function repairs(mark) return tonumber(string.match(mark, '^%d+~(%d+)%.') or 0) end

-- Whether the fence with this text is at least as new as the mark. Mostly it is the same.
local function reaches(text, mark)
  if text == mark or string.sub(text, 1, #mark + 1) == mark .. ' ' then return true end
  local sequence, expected = string.match(text, '^%d+'), string.match(mark, '^%d*')
  if sequence ~= expected then return newer(sequence, expected) end
  return repairs(text) >= repairs(mark)
end

-- Returns 1 if the witness is gone, else 0. A newer fence of the item will do.
--
-- KEYS  from first on: all (zset), fence:0 (hash), fence:1 (hash) of the witness' group
-- ARGV  from at on: item, '' for no witness; mark of the fence, '' if it is an entry; member of that
--       entry; until when the witness must exist, Unix time in milliseconds
local function isGone(first, at)
  local item, mark = ARGV[at], ARGV[at + 1]
  if item == '' or millis > tonumber(ARGV[at + 3]) then return 0 end
  for parity = today, today + 1 do
    local text = redis.call('HGET', KEYS[first + 1 + parity % 2], item)
    if text and reaches(text, mark) then return 0 end
  end
  if mark == '' and redis.call('ZSCORE', KEYS[first], ARGV[at + 2]) then return 0 end
  return 1
end
