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
  local stride = scored and 2 or 1
  local move = upward and stride or -stride
  local chunk = math.min(want + skip, math.ceil((want + skip) / #keys * 1.5) + 1)
  local buffer, at, rank, key, weight = {}, {}, {}, {}, {}
  local prefix, length

  -- Reads the next chunk of set i, and goes to its first entry. Returns nil if there is none.
  local function refill(i)
    local from, to = rank[i], nil
    if upward then
      to = math.min(from + chunk, ends[i]) - 1
      if from > to then return nil end
      rank[i] = to + 1
    else
      from, to = math.max(from - chunk + 1, ends[i]), from
      if from > to then return nil end
      rank[i] = from - 1
    end
    local read
    if scored then
      read = call('ZRANGE', keys[i], from, to, 'WITHSCORES')
    else
      read = call('ZRANGE', keys[i], from, to)
    end
    local place = upward and 1 or #read - stride + 1
    buffer[i], at[i] = read, place
    return read[place]
  end

  -- Returns a member's weight: a number that orders members by the bytes after the shared prefix.
  local function weightOf(text)
    if sub(text, 1, length) ~= prefix then
      return before(text, prefix) and -1 or BEHIND_ALL_WEIGHTS
    end
    local a, b, c, d, e, f = byte(text, length + 1, length + WEIGHED_BYTES)
    if not f then a, b, c, d, e, f = a or 0, b or 0, c or 0, d or 0, e or 0, 0 end
    return ((((a * 256 + b) * 256 + c) * 256 + d) * 256 + e) * 256 + f
  end

  -- Whether the current entry of set i comes before that of set j. Their keys are equal.
  local function isFirst(i, j)
    local text, other = buffer[i][at[i]], buffer[j][at[j]]
    if scored then
      local x, y = weight[i] or weightOf(text), weight[j] or weightOf(other)
      weight[i], weight[j] = x, y
      if x ~= y then return (x < y) == upward end
    end
    return before(text, other) == upward
  end

  local heap, size = {}, 0
  for i = 1, #keys do
    rank[i] = upward and split[i] or split[i] - 1
    local text = refill(i)
    if text then
      size = size + 1
      heap[size] = i
      if not prefix then
        prefix = text
      elseif sub(text, 1, #prefix) ~= prefix then
        prefix = commonPrefix(prefix, text)
      end
    end
  end
  length = prefix and #prefix or 0

  -- The key of each set orders its current entry, so that the smallest key is the next one.
  local sign = upward and 1 or -1
  for place = 1, size do
    local i = heap[place]
    local read, here = buffer[i], at[i]
    key[i] = sign * (scored and tonumber(read[here + 1]) or weightOf(read[here]))
  end

  local function sink(place)
    local set = heap[place]
    local own = key[set]
    while true do
      local child = 2 * place
      if child > size then break end
      local least = heap[child]
      local its = key[least]
      if child < size then
        local right = heap[child + 1]
        local other = key[right]
        if other < its or other == its and isFirst(right, least) then
          child, least, its = child + 1, right, other
        end
      end
      if own < its or own == its and not isFirst(least, set) then break end
      heap[place] = least
      place = child
    end
    heap[place] = set
  end

  for place = math.floor(size / 2), 1, -1 do sink(place) end
  local n = #out
  while size > 0 do
    local i = heap[1]
    local read, here = buffer[i], at[i]
    if skip > 0 then
      skip = skip - 1
    else
      n = n + 1
      out[n] = read[here]
      if scored then
        n = n + 1
        out[n] = read[here + 1]
      end
      want = want - 1
      if want == 0 then return end
    end
    here = here + move
    weight[i] = nil
    local text = read[here]
    if text then
      at[i] = here
    else
      text = refill(i)
      if text and scored then read, here = buffer[i], at[i] end
    end
    if text then
      key[i] = sign * (scored and tonumber(read[here + 1]) or weightOf(text))
    else
      heap[1] = heap[size]
      heap[size] = nil
      size = size - 1
    end
    if size > 1 then sink(1) end
  end
end
