-- Fragment: the order of members. Lua's own < depends on the server's locale.

-- Whether text a comes before text b as unsigned bytes.
local function before(a, b)
  if a == b then return false end
  local byte, i = string.byte, 1
  while true do
    local a1, a2, a3, a4 = byte(a, i, i + 3)
    local b1, b2, b3, b4 = byte(b, i, i + 3)
    if a1 ~= b1 then return (a1 or -1) < (b1 or -1) end
    if a2 ~= b2 then return (a2 or -1) < (b2 or -1) end
    if a3 ~= b3 then return (a3 or -1) < (b3 or -1) end
    if a4 ~= b4 then return (a4 or -1) < (b4 or -1) end
    i = i + 4
  end
end
