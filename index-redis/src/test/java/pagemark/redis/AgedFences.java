package pagemark.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import pagemark.index.GroupRef;
import pagemark.redis.script.IndexKeys;
import redis.clients.jedis.UnifiedJedis;

/// Makes fences older, as if time had passed: moves them to earlier periods.
final class AgedFences {
  private static final String SCRIPT =
      """
      local periods = tonumber(ARGV[1])
      local function exists(n) return redis.call('EXISTS', KEYS[n]) == 1 end
      local function rename(n, to)
        if exists(n) then redis.call('RENAME', KEYS[n], KEYS[to]) end
      end
      for n = 1, 2 do
        if exists(n) then
          local head = redis.call('HGET', KEYS[n], '')
          head = struct.pack('>I4', struct.unpack('>I4', head) - periods) .. string.sub(head, 5)
          redis.call('HSET', KEYS[n], '', head)
        end
      end
      if periods % 2 == 1 then
        rename(1, 3)
        rename(2, 1)
        rename(3, 2)
      end
      """;

  private AgedFences() {}

  static void age(UnifiedJedis redis, GroupRef group, int periods) {
    IndexKeys keys = IndexKeys.of(group);
    byte[] swap = (keys.prefix() + "swap").getBytes(UTF_8);
    redis.eval(
        SCRIPT.getBytes(UTF_8),
        List.of(keys.packed(0), keys.packed(1), swap),
        List.of(Integer.toString(periods).getBytes(UTF_8)));
  }
}
