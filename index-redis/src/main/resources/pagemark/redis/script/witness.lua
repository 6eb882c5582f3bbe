-- Fragment: checks the witness, which is the last write into this slot that the writer knows to be
-- acknowledged. If it is gone, Redis has lost writes. clock.lua and fences.lua come before it.
--
-- KEYS  5 all (zset)  6 fence:0 (hash)  7 fence:1 (hash), all of the witness' group
-- ARGV  5 item, '' for no witness  6 mark of the fence, '' if it is an entry  7 member of that entry
--       8 until when the witness must exist, Unix time in milliseconds

-- Whether sequence a is higher. Sequences have no leading zeros; as doubles, adjacent ones would be
-- equal.
local function newer(a, b)
  if #a ~= #b then return #a > #b end
  return before(b, a)
end

-- The number of repairs since the last record; 0 if a record, or an earlier version's repair, left
-- the fence.
local function repairs(mark) return tonumber(string.match(mark, '^%d+~(%d+)%.') or 0) end

-- Whether the fence with this text is at least as new as the mark.
local function reaches(text, mark)
  local sequence, expected = string.match(text, '^%d+'), string.match(mark, '^%d*')
  if sequence ~= expected then return newer(sequence, expected) end
  return repairs(text) >= repairs(mark)
end

-- Returns 1 if the witness is gone, else 0. A newer fence of the item will do.
local function isGone()
  local item, mark = ARGV[5], ARGV[6]
  if item == '' or millis > tonumber(ARGV[8]) then return 0 end
  for key = 6, 7 do
    local text = redis.call('HGET', KEYS[key], item)
    if text and reaches(text, mark) then return 0 end
  end
  if mark == '' and redis.call('ZSCORE', KEYS[5], ARGV[7]) then return 0 end
  return 1
end
