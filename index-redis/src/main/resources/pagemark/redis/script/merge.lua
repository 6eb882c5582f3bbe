-- Fragment: merges sorted sets, starting at a split. bytes.lua comes before it.
--
-- It is a merge with a heap that holds the next entry of each set. Entries are read in chunks. Each
-- member gets a weight: a number made of the 6 bytes after a prefix that most members share. Comparing
-- weights is faster than comparing members, which is needed only between equal weights.

local WEIGHED_BYTES = 6
local BEHIND_ALL_WEIGHTS = 256 ^ WEIGHED_BYTES

local function commonPrefix(a, b)
  local shorter = math.min(#a, #b)
  for i = 1, shorter do
    if string.byte(a, i) ~= string.byte(b, i) then return string.sub(a, 1, i - 1) end
  end
  return string.sub(a, 1, shorter)
end

-- Takes the entries of a union of sets that are nearest to a split.
--
-- keys    the keys of the sets
-- split   for each set, the rank of its first entry after the split
-- ends    for each set, the rank at which the merge ends: not included upward, included downward
-- upward  true to take the entries after the split, the smallest first; false to take those before it,
--         the largest first
-- scored  whether scores order the entries and are returned with them
-- skip    how many of the nearest entries to leave out
-- want    how many entries to take
-- out     the list to which they are appended: each member, followed by its score if scored
local function merge(keys, split, ends, upward, scored, skip, want, out)
  local call, byte, sub = redis.call, string.byte, string.sub
  local stride, step = scored and 2 or 1, upward and 1 or -1
  local chunk = math.min(want + skip, math.ceil((want + skip) / #keys * 1.5) + 1)
  local buffer, at, rank = {}, {}, {}
  local member, score, weight = {}, {}, {}
  local prefix

  -- Advances set i to its next entry. Returns false if there is none.
  local function advance(i)
    local read = buffer[i]
    local next = at[i] + step * stride
    if not read[next] then
      local from, to = rank[i], rank[i] + step * (chunk - 1)
      if upward then
        to = math.min(to, ends[i] - 1)
        if from > to then return false end
        rank[i] = to + 1
      else
        to = math.max(to, ends[i])
        if from < to then return false end
        rank[i], from, to = to - 1, to, from
      end
      if scored then
        read = call('ZRANGE', keys[i], from, to, 'WITHSCORES')
      else
        read = call('ZRANGE', keys[i], from, to)
      end
      buffer[i] = read
      next = upward and 1 or #read - stride + 1
    end
    at[i], member[i], weight[i] = next, read[next], nil
    score[i] = scored and tonumber(read[next + 1]) or 0
    return true
  end

  -- Computes the weight of set i's entry: a number that orders members by the bytes after the
  -- shared prefix.
  local function weigh(i)
    local text, length = member[i], #prefix
    local value
    if sub(text, 1, length) == prefix then
      local a, b, c, d, e, f = byte(text, length + 1, length + WEIGHED_BYTES)
      value = (((((a or 0) * 256 + (b or 0)) * 256 + (c or 0)) * 256 + (d or 0)) * 256 + (e or 0))
          * 256 + (f or 0)
    else
      value = before(text, prefix) and -1 or BEHIND_ALL_WEIGHTS
    end
    weight[i] = value
    return value
  end

  -- Whether the current entry of set i comes before that of set j.
  local function comesFirst(i, j)
    if not upward then i, j = j, i end
    local x, y = score[i], score[j]
    if x ~= y then return x < y end
    x, y = weight[i] or weigh(i), weight[j] or weigh(j)
    if x ~= y then return x < y end
    return before(member[i], member[j])
  end

  local heap, size = {}, 0
  for i = 1, #keys do
    buffer[i], at[i], rank[i] = {}, 0, upward and split[i] or split[i] - 1
    if advance(i) then
      size = size + 1
      heap[size] = i
      if not prefix then
        prefix = member[i]
      elseif sub(member[i], 1, #prefix) ~= prefix then
        prefix = commonPrefix(prefix, member[i])
      end
    end
  end

  local function sink(place)
    local set = heap[place]
    while true do
      local child = 2 * place
      if child > size then break end
      if child < size and comesFirst(heap[child + 1], heap[child]) then child = child + 1 end
      if not comesFirst(heap[child], set) then break end
      heap[place] = heap[child]
      place = child
    end
    heap[place] = set
  end

  for place = math.floor(size / 2), 1, -1 do sink(place) end
  while want > 0 and size > 0 do
    local first = heap[1]
    if skip > 0 then
      skip = skip - 1
    else
      out[#out + 1] = member[first]
      if scored then out[#out + 1] = buffer[first][at[first] + 1] end
      want = want - 1
    end
    if not advance(first) then
      heap[1] = heap[size]
      heap[size] = nil
      size = size - 1
    end
    if size > 1 then sink(1) end
  end
end
