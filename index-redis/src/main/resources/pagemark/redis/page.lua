-- A page of a window of a group, with the window's total, with bytes.lua before it.
--
-- A boundary is (score, member) of a position, present or not: it lies before all entries whose
-- position is not smaller. An empty score stands for no boundary.
--
-- KEYS  1 marker (hash)  2 all (zset)
-- ARGV  1 generation  2 ascending or descending  3 SCORE or BYTES, the layout of the positions
--       4 count  5 spares
--       6 rank, following, preceding or around  7 rank, or boundary's score  8 boundary's member
--       9 10 the window's first boundary  11 12 its last
-- Reply: empty where the slot is not READY; else the window's total, how many of its entries stand
--       before the page, the number of the group's entries whose sort value lies between the page's
--       first and last, and (member, score) of the page and its spares.

if redis.call('HGET', KEYS[1], ARGV[1] .. ':state') ~= 'READY' then return {} end

local all, layout = KEYS[2], ARGV[3]
local descending = ARGV[2] == 'descending'

-- How many entries of the group stand before a boundary.
local function entriesBefore(score, member)
  if layout == 'BYTES' then return redis.call('ZLEXCOUNT', all, '-', '(' .. member) end
  local low = redis.call('ZCOUNT', all, '-inf', '(' .. score)
  if member == '' then return low end
  local high = low + redis.call('ZCOUNT', all, score, score)
  while low < high do
    local middle = math.floor((low + high) / 2)
    if before(redis.call('ZRANGE', all, middle, middle)[1], member) then
      low = middle + 1
    else
      high = middle
    end
  end
  return low
end

local size = redis.call('ZCARD', all)
local first = ARGV[9] == '' and 0 or entriesBefore(ARGV[9], ARGV[10])
local last = ARGV[11] == '' and size or entriesBefore(ARGV[11], ARGV[12])
local total = math.max(0, last - first)
local count, spares = tonumber(ARGV[4]), tonumber(ARGV[5])

-- How many of the window's entries stand before the anchor's boundary, in the order of the page.
local function anchorRank()
  local rank = entriesBefore(ARGV[7], ARGV[8])
  return math.min(total, math.max(0, descending and last - rank or rank - first))
end

local from
if ARGV[6] == 'rank' then
  from = tonumber(ARGV[7])
elseif ARGV[6] == 'following' then
  from = anchorRank()
elseif ARGV[6] == 'preceding' then
  local rank = anchorRank()
  from = math.max(0, rank - count)
  count, spares = rank - from, 0
else
  from = math.max(0, math.min(anchorRank(), total - 1))
  from = from - from % count
end

local taken = math.min(count + spares, total - from)
if taken <= 0 then return {total, from, 0, {}} end
local begin = descending and size - last + from or first + from
local range = descending and 'ZREVRANGE' or 'ZRANGE'
local found = redis.call(range, all, begin, begin + taken - 1, 'WITHSCORES')

-- In the bytes layout a member begins with its sort value, which 00 01 ends (docs/key-format.md).
local function sortValue(member)
  local i = string.find(member, '\0', 1, true)
  while i and string.byte(member, i + 1) ~= 1 do i = string.find(member, '\0', i + 2, true) end
  return string.sub(member, 1, (i or #member) + 1)
end

local function spanOf(low, high)
  if layout == 'SCORE' then return redis.call('ZCOUNT', all, found[low + 1], found[high + 1]) end
  local least, most = sortValue(found[low]), sortValue(found[high])
  return redis.call('ZLEXCOUNT', all, '[' .. least, '(' .. string.sub(most, 1, -2) .. '\2')
end

local span = 0
if count > 0 then
  local head, tail = 1, 2 * math.min(count, #found / 2) - 1
  span = descending and spanOf(tail, head) or spanOf(head, tail)
end
return {total, from, span, found}
