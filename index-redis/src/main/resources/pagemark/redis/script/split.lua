-- Fragment: finds a split of a union of sorted sets near given ranks, without reading the union.
-- bytes.lua and ranks.lua come before it.
--
-- 1. It takes an entry of the widest set, at the place where the ranks would be if all sets had the
--    same distribution. Of many sets, it takes the middle one of several such entries.
-- 2. It counts in every set how many entries are before that one. That leaves a narrower range of
--    each set.
-- 3. It repeats this until one side of the rest is near the ranks.
--
-- If the sets have different distributions, such guesses help little. Then the next entry is a
-- random one: it halves the rest on average, whatever the distributions are.
--
-- docs/decisions/0012-pages-of-unions.md says why, and what it costs.

local LOOKS_MAX = 15

-- Returns the split: for each set the number of its entries before the split, and the sum of these
-- numbers, which is the split's rank in the union.
--
-- keys      the keys of the sets
-- low, high for each set, the range of ranks that belong to the union; not changed
-- layout    SCORE or BYTES
-- a, e      the wanted range of ranks, e not included
-- near      the maximum distance between these ranks and the split
local function splitNear(keys, low, high, layout, a, e, near)
  local call, floor, count = redis.call, math.floor, #keys
  local L, H = 0, 0
  for i = 1, count do H = H + high[i] - low[i] end
  local looks = count < 12 and 1 or 2 * math.min(LOOKS_MAX, floor(count / 8)) + 1
  local tied, side, slow = layout == 'BYTES', 0, false

  local function clamped(i, rank)
    return math.max(low[i], math.min(rank, high[i]))
  end

  -- Returns the middle one of the given entries, each {set, rank}.
  local function middleOf(entries)
    if #entries == 1 then return entries[1] end
    for _, entry in ipairs(entries) do
      local key, rank = keys[entry[1]], entry[2]
      if tied then
        entry[3] = call('ZRANGE', key, rank, rank)[1]
      else
        entry[3] = tonumber(call('ZRANGE', key, rank, rank, 'WITHSCORES')[2])
      end
    end
    table.sort(entries, function(x, y)
      if tied then return before(x[3], y[3]) end
      return x[3] < y[3]
    end)
    return entries[math.ceil(#entries / 2)]
  end

  -- Chooses the next entry: a random one after a guess that helped little, else the middle one of
  -- those at the aim in some of the widest sets.
  local function probe()
    local width = H - L
    if slow then
      slow = false
      local at = math.random(0, width - 1)
      for i = 1, count do
        local here = high[i] - low[i]
        if at < here then return i, low[i] + at end
        at = at - here
      end
    end
    local most = 0
    for i = 1, count do most = math.max(most, high[i] - low[i]) end
    local middle = (a + e) / 2 - L
    local aim = middle - side * width / math.sqrt(most * looks)
    if aim < 0.02 * width or aim > 0.98 * width then aim = middle end
    local entries = {}
    for i = 1, count do
      local here = high[i] - low[i]
      if here == most or #entries + 1 < looks and here > most / 2 then
        entries[#entries + 1] = {i, math.min(low[i] + floor(aim / width * here), high[i] - 1)}
        if #entries == looks then break end
      end
    end
    local entry = middleOf(entries)
    return entry[1], entry[2]
  end

  -- Splits before an entry. The entries must have one score, or the bytes layout.
  local function byMember(set, rank)
    local member = call('ZRANGE', keys[set], rank, rank)[1]
    local bound, split, R = '(' .. member, {}, L
    for i = 1, count do
      local at = low[i]
      if i == set then
        at = rank
      elseif at < high[i] then
        if layout == 'BYTES' then
          at = call('ZLEXCOUNT', keys[i], '-', bound)
        else
          at = rankInTie(keys[i], member, at, high[i])
        end
      end
      split[i], R = at, R + at - low[i]
    end
    if R == L then split[set], R = rank + 1, R + 1 end
    return split, R
  end

  -- Splits before all entries with this entry's score; if that is too low, after them. If the
  -- wanted ranks are within the tie, only the tie is left, and there is no split yet.
  local function byScore(set, rank)
    local score = call('ZRANGE', keys[set], rank, rank, 'WITHSCORES')[2]
    local first, split, R = {}, {}, L
    for i = 1, count do
      split[i] = low[i]
      if low[i] < high[i] then
        first[i] = call('ZCOUNT', keys[i], '-inf', '(' .. score)
        split[i] = clamped(i, first[i])
      end
      R = R + split[i] - low[i]
    end
    if R > a then return split, R end
    local behind, S = {}, L
    for i = 1, count do
      behind[i] = low[i]
      if low[i] < high[i] then
        behind[i] = clamped(i, first[i] + call('ZCOUNT', keys[i], score, score))
      end
      S = S + behind[i] - low[i]
    end
    if S < e then return behind, S end
    low, high, L, H, tied, side = split, behind, R, S, true, 0
    return nil, nil
  end

  while a - L > near and H - e > near do
    local width = H - L
    local set, rank = probe()
    local split, R
    if tied then
      split, R = byMember(set, rank)
    else
      split, R = byScore(set, rank)
    end
    if R then
      if R > a and R < e then return split, R end
      if R <= a then
        low, L, side = split, R, -1
      else
        high, H, side = split, R, 1
      end
      slow = H - L > 0.5 * width
    end
  end
  if a - L <= near then return low, L end
  return high, H
end
