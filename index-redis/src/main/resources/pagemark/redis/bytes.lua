-- Fragment: the order of members. Lua's own < follows the server's locale.

-- Whether text a comes before text b as unsigned bytes.
local function before(a, b)
  local shorter = math.min(#a, #b)
  for i = 1, shorter do
    local x, y = string.byte(a, i), string.byte(b, i)
    if x ~= y then return x < y end
  end
  return #a < #b
end
