-- Fragment: what the writer had acknowledged last in this slot, with fences.lua before it.
--
-- KEYS  5 all (zset)  6 fence:0 (hash)  7 fence:1 (hash), of the witness' group
-- ARGV  5 item, '' for no witness  6 mark of the fence, '' if it is an entry  7 member of that entry
--       8 until when the witness is expected there, Unix time in milliseconds

-- Sequence numbers have no leading zeros; a double calls adjacent ones equal.
local function newer(a, b)
  if #a ~= #b then return #a > #b end
  return before(b, a)
end

-- Repairs since the record; 0 if a record, or an earlier version, left the fence.
local function repairs(mark) return tonumber(string.match(mark, '^%d+~(%d+)%.') or 0) end

-- Whether the fence of that text is at least as new as that of the mark.
local function reaches(text, mark)
  local sequence, expected = string.match(text, '^%d+'), string.match(mark, '^%d*')
  if sequence ~= expected then return newer(sequence, expected) end
  return repairs(text) >= repairs(mark)
end

-- 1 where it is gone, so that the store is thinner than it was; else 0. A newer fence is fine.
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
