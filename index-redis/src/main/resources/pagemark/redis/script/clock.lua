-- Fragment: the time, and the current fence period.
--
-- ARGV  2 fence period, in seconds  3 the caller's time, Unix time in seconds

local time = redis.call('TIME')
local seconds = tonumber(time[1])

-- A wrong clock would drop fences that are needed, or keep them for ever. Nobody can tell which of
-- two clocks is wrong, so the script stops here.
if math.abs(seconds - tonumber(ARGV[3])) > 3600 then
  return redis.error_reply('CLOCK the time of Redis is ' .. time[1] .. ', the time of its caller '
    .. ARGV[3] .. '; they may differ by up to 3600 seconds. Correct the clock that is wrong')
end

local millis = seconds * 1000 + math.floor(tonumber(time[2]) / 1000)
local today = math.floor(seconds / tonumber(ARGV[2]))
