-- Fragment: finds a split of a union of sorted sets near given ranks, without reading the union.
-- bytes.lua and ranks.lua come before it.
--
-- 1. It takes an entry of the group's whole set, at the place where the ranks would be if the union
--    were spread evenly over the group.
-- 2. It counts in every set how many entries are before that one. That leaves a narrower range of
--    the whole set, and of each set of the union.
-- 3. It repeats this until one side of the rest is near the ranks.
--
-- If the union is not spread evenly, such guesses help little. Then the next entry is a random one
-- of the union: it halves the rest on average, whatever the distribution is. The whole set gives
-- guesses only. So the split is exact even if that set lacks entries.
--
-- docs/decisions/0012-pages-of-unions.md says why, and what it costs.

-- Returns the split: for each set the number of its entries before the split, and the sum of these
-- numbers, which is the split's rank in the union.
--
-- keys      the keys of the sets
-- low, high for each set, the range of ranks that belong to the union; not changed
-- layout    SCORE or BYTES
-- a, e      the wanted range of ranks, e not included
-- near      the maximum distance between these ranks and the split
-- whole     the key of a set that has the union's entries, and others
-- first, last  the range of its ranks, last not included
local function splitNear(keys, low, high, layout, a, e, near, whole, first, last)
  local call, floor, min, max, count = redis.call, math.floor, math.min, math.max, #keys
  local L, H = 0, 0
  for i = 1, count do H = H + high[i] - low[i] end
  local tied, side, slow, guesses = layout == 'BYTES', 0, false, 0

  -- Chooses the next entry: its set, 0 for the whole one, and its rank there.
  local function probe()
    local width = H - L
    if slow or first >= last then
      local at = math.random(0, width - 1)
      for i = 1, count do
        local here = high[i] - low[i]
        if at < here then return i, low[i] + at end
        at = at - here
      end
    end
    guesses = guesses + 1
    local aim = a
    if guesses > 2 then aim = side < 0 and e + (a - L) / 4 or a - (H - e) / 4 end
    local part = max(0, min((aim - L) / width, 1))
    return 0, min(first + floor(part * (last - first)), last - 1)
  end

  -- Splits before a member. The entries must have one score, or the bytes layout.
  local function byMember(member, set, rank)
    local bound, split, R = '(' .. member, {}, L
    local from, to = first, last
    if set > 0 then from, to = low[set], high[set] end
    local part = (rank - from) / (to - from)
    for i = 1, count do
      from, to = low[i], high[i]
      local at = from
      if i == set then
        at = rank
      elseif from < to then
        if layout == 'BYTES' then
          at = call('ZLEXCOUNT', keys[i], '-', bound)
        else
          at = rankInTie(keys[i], member, from, to, from + floor(part * (to - from)))
        end
        at = max(from, min(at, to))
      end
      split[i], R = at, R + at - from
    end
    if R == L and set > 0 then split[set], R = rank + 1, R + 1 end
    return split, R
  end

  -- Splits before all entries with a score; if that is too low and they are many, after them. If
  -- the wanted ranks are within the tie, only the tie is left, and there is no split yet.
  local function byScore(score, set)
    local lower, split, R = {}, {}, L
    for i = 1, count do
      split[i] = low[i]
      if low[i] < high[i] then
        lower[i] = call('ZCOUNT', keys[i], '-inf', '(' .. score)
        split[i] = max(low[i], min(lower[i], high[i]))
      end
      R = R + split[i] - low[i]
    end
    if R > a or a - R <= near then return split, R end
    local ties = call('ZCOUNT', whole, score, score)
    if set == 0 and ties <= near then return split, R end
    local behind, S = {}, L
    for i = 1, count do
      behind[i] = low[i]
      if low[i] < high[i] then
        local at = lower[i] + call('ZCOUNT', keys[i], score, score)
        behind[i] = max(low[i], min(at, high[i]))
      end
      S = S + behind[i] - low[i]
    end
    if S < e then return behind, S end
    low, high, L, H, tied, slow, guesses = split, behind, R, S, true, false, 0
    local least = call('ZCOUNT', whole, '-inf', '(' .. score)
    first, last = max(first, least), min(last, least + ties)
    return nil, nil
  end

  -- Returns the rank of a set's entry in the whole set; nil within a tie, where it takes many calls.
  local function rankInWhole(member, score)
    if layout == 'BYTES' then return call('ZLEXCOUNT', whole, '-', '(' .. member) end
    return not tied and call('ZCOUNT', whole, '-inf', '(' .. score) or nil
  end

  while a - L > near and H - e > near do
    local nearest, split, R = min(a - L, H - e), nil, nil
    local set, rank = probe()
    local entry = call('ZRANGE', set == 0 and whole or keys[set], rank, rank, 'WITHSCORES')
    if tied then
      split, R = byMember(entry[1], set, rank)
    else
      split, R = byScore(entry[2], set)
    end
    if R then
      if R > a and R < e then return split, R end
      local place = set == 0 and rank or rankInWhole(entry[1], entry[2])
      if R <= a then
        low, L, side = split, R, -1
        first = max(first, place and place + 1 or 0)
      else
        high, H, side = split, R, 1
        last = min(last, place or last)
      end
      slow = set == 0 and min(a - L, H - e) > nearest / 2
    end
  end
  if a - L <= near then return low, L end
  return high, H
end
