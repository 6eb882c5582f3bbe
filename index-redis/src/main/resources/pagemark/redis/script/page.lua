-- Reads a page of a window of a selection, with the window's total. bytes.lua, ranks.lua, split.lua and
-- merge.lua come before it.
--
-- A selection is the disjoint union of some sorted sets of a group. ranks.lua explains boundaries; an
-- empty score means that there is none. The script runs in these steps:
--
-- 1. The window's ends become ranks in each set. Their differences add up to the total.
-- 2. The anchor becomes a split of the window, and the page a range of ranks [a, e) of the union.
-- 3. With one set, the page is a ZRANGE. With more, split.lua finds a split near the page, unless
--    the anchor is near enough, and merge.lua reads from there. The whole set guides split.lua.
-- 4. The span of the page is counted.
--
-- The cost of a page of one set is logarithmic in its size. docs/decisions/0012-pages-of-unions.md has
-- that of a union.
--
-- KEYS  1 marker (hash)  2 the group's whole set (zset)
--       3.. the selection's sets (zset), then those in which the span is counted (zset)
-- ARGV  1 generation  2 ascending or descending  3 SCORE or BYTES, the layout of the positions
--       4 count  5 spares
--       6 rank, following, preceding, around, aroundPreceding or last  7 rank, or boundary's score
--       8 boundary's member
--       9 10 the window's first boundary  11 12 its last boundary
--       13 the number of the selection's sets
-- Reply: empty if the slot is not READY; else
--       1 the window's total  2 the number of its entries before the page
--       3 the span: the number of entries whose sort value is between the page's first and last
--       then the page and its spares: members, in the score layout each followed by its score

local state = redis.call('HGET', KEYS[1], ARGV[1] .. ':state')
if state ~= 'READY' then return {} end

local layout, descending = ARGV[3], ARGV[2] == 'descending'
local scored = layout == 'SCORE'
local stride = scored and 2 or 1

-- The sets that have entries in the window, and the ranks [low, high) of those entries.
local keys, low, high, total = {}, {}, {}, 0
for i = 3, 2 + ARGV[13] do
  local key = KEYS[i]
  local first = ARGV[9] == '' and 0 or entriesBefore(key, layout, ARGV[9], ARGV[10])
  local last = ARGV[11] == '' and redis.call('ZCARD', key)
      or entriesBefore(key, layout, ARGV[11], ARGV[12])
  if first < last then
    keys[#keys + 1], low[#low + 1], high[#high + 1] = key, first, last
    total = total + last - first
  end
end

-- The split of the window at the anchor's boundary, and its rank in the union. Without a boundary,
-- both are those of the window's start.
local split, splitRank = low, 0
if ARGV[6] ~= 'rank' and ARGV[6] ~= 'last' then
  split = {}
  for i, key in ipairs(keys) do
    local rank = entriesBefore(key, layout, ARGV[7], ARGV[8])
    split[i] = math.max(low[i], math.min(rank, high[i]))
    splitRank = splitRank + split[i] - low[i]
  end
end

-- From here on, `from` counts in the order of the page.
local count, spares = tonumber(ARGV[4]), tonumber(ARGV[5])
local from = descending and total - splitRank or splitRank
if ARGV[6] == 'rank' then
  from = tonumber(ARGV[7])
elseif ARGV[6] == 'preceding' then
  local rank = from
  from = math.max(0, rank - count)
  count, spares = rank - from, 0
elseif ARGV[6] ~= 'following' then
  if ARGV[6] == 'last' then from = total end
  if ARGV[6] == 'aroundPreceding' then from = from - 1 end
  from = math.max(0, math.min(from, total - 1))
  from = from - from % count
end

local taken = math.min(count + spares, total - from)
if taken <= 0 then return {total, from, 0} end

local function append(list, entries, backward)
  local first, last, step = 1, #entries - stride + 1, stride
  if backward then first, last, step = last, first, -stride end
  for i = first, last, step do
    for j = i, i + stride - 1 do list[#list + 1] = entries[j] end
  end
end

-- Returns the entries of ascending ranks [a, e) of the window in two lists: those before a split,
-- downward, and those after it, upward.
local function entriesBetween(a, e)
  if #keys == 1 then
    local range = {'ZRANGE', keys[1], low[1] + a, low[1] + e - 1}
    if scored then range[5] = 'WITHSCORES' end
    return {}, redis.call(unpack(range))
  end
  local near = taken + #keys
  if splitRank > e + near or splitRank < a - near then
    local first = ARGV[9] == '' and 0 or entriesBefore(KEYS[2], layout, ARGV[9], ARGV[10])
    local last = ARGV[11] == '' and redis.call('ZCARD', KEYS[2])
        or entriesBefore(KEYS[2], layout, ARGV[11], ARGV[12])
    split, splitRank = splitNear(keys, low, high, layout, a, e, near, KEYS[2], first, last)
  end
  local below, above = {}, {}
  if splitRank > a then
    local skip = math.max(0, splitRank - e)
    merge(keys, split, low, false, scored, skip, math.min(splitRank, e) - a, below)
  end
  if splitRank < e then
    local skip = math.max(0, a - splitRank)
    merge(keys, split, high, true, scored, skip, e - math.max(splitRank, a), above)
  end
  return below, above
end

local a = descending and total - from - taken or from
local below, above = entriesBetween(a, a + taken)
local reply = {total, from, 0}
local head = #reply + 1
if descending then
  append(reply, above, true)
  append(reply, below, false)
else
  append(reply, below, true)
  append(reply, above, false)
end

-- Returns the sort value at the start of a member of the bytes layout. 00 01 ends it
-- (docs/internals/key-format.md).
local function sortValue(member)
  local i = string.find(member, '\0', 1, true)
  while i and string.byte(member, i + 1) ~= 1 do i = string.find(member, '\0', i + 2, true) end
  return string.sub(member, 1, (i or #member) + 1)
end

local function spanOf(least, most)
  local command, min, max = 'ZCOUNT', reply[least + 1], reply[most + 1]
  if not scored then
    command = 'ZLEXCOUNT'
    min = '[' .. sortValue(reply[least])
    max = '(' .. string.sub(sortValue(reply[most]), 1, -2) .. '\2'
  end
  local span = 0
  for i = 3 + ARGV[13], #KEYS do span = span + redis.call(command, KEYS[i], min, max) end
  return span
end

if count > 0 then
  local shown = math.min(count, (#reply + 1 - head) / stride)
  local tail = head + (shown - 1) * stride
  reply[3] = descending and spanOf(tail, head) or spanOf(head, tail)
end
return reply
