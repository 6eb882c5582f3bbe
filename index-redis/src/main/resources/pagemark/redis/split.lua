-- Fragment: finds a split of the union of sorted sets near given ranks of it, without going through
-- the union, with bytes.lua and ranks.lua before it.
--
-- An entry of the widest set, at the place where the ranks should be if all sets were spread alike,
-- is counted in all sets; of many sets, the middle one of several such entries. That leaves a narrower range of each; and so on, until one side of what is
-- left is near. Where guesses help little, as the sets are spread in different ways, an entry at
-- random takes their place, which halves what is left on average, however they are spread.

local LOOKS_MAX = 15

-- For each set how many of its entries stand before the split, and the sum of that as a rank of
-- the union, from 0.
--
-- keys      of the sets
-- low, high for each set the ranks between which the union's entries lie; not changed
-- layout    SCORE or BYTES
-- a, e      the ranks wanted, e not included
-- near      how far from them the split may lie
local function splitNear(keys, low, high, layout, a, e, near)
  local call, floor, count = redis.call, math.floor, #keys
  local L, H = 0, 0
  for i = 1, count do H = H + high[i] - low[i] end
  local looks = count < 12 and 1 or 2 * math.min(LOOKS_MAX, floor(count / 8)) + 1
  local tied, side, slow = layout == 'BYTES', 0, false

  local function clamped(i, rank)
    return math.max(low[i], math.min(rank, high[i]))
  end

  -- The entry in the middle of the given ones, each {set, rank}.
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

  -- An entry at random, or the middle one of the entries at the aim in some of the widest sets.
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

  -- The split before an entry among entries of one score, or of the bytes layout.
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

  -- The split before all entries of an entry's score, or, where that is too low, behind them; where
  -- the ranks wanted lie within the tie, that is all that is left.
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
