package pagemark.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.function.BooleanSupplier;
import pagemark.index.PageIndexWriter.Sweep;
import pagemark.redis.connection.CallReply;
import pagemark.redis.connection.RedisConnection;
import pagemark.redis.script.FenceTime;
import pagemark.redis.script.ScriptCall;
import pagemark.redis.script.SweepScript;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.resps.ScanResult;

/// Removes old fences of a generation. SCAN finds fences, one node after another; `sweep.lua` drops
/// those that no write needs any more. The script checks again in the moment in which it drops, so
/// a concurrent write loses nothing.
///
/// A step costs one SCAN and one round trip for the drops. A position is a node and its cursor,
/// `HOST:PORT CURSOR`.
record FenceSweep(RedisConnection redis, String generation, FenceTime time) {
  private static final String START = ScanParams.SCAN_POINTER_START;

  Sweep run(String position, BooleanSupplier hasTime) {
    List<String> nodes = redis.nodes();
    int space = position.lastIndexOf(' ');
    int first = space < 0 ? -1 : nodes.indexOf(position.substring(0, space));
    String cursor = first < 0 ? START : position.substring(space + 1);
    long removed = 0;
    for (String node : nodes.subList(Math.max(first, 0), nodes.size())) {
      do {
        ScanResult<byte[]> step = scan(node, cursor);
        if (!hasTime.getAsBoolean()) {
          return new Sweep(removed, node + " " + cursor);
        }
        removed += drop(step.getResult());
        cursor = step.getCursor();
      } while (!cursor.equals(START));
    }
    return new Sweep(removed, Sweep.BEGIN);
  }

  private ScanResult<byte[]> scan(String node, String cursor) {
    ScanParams params =
        new ScanParams().match("pm:" + generation + ":{*}:packed:?").count(Scan.CHUNK);
    return redis.onNode(node, on -> new Jedis(on).scan(cursor.getBytes(US_ASCII), params));
  }

  private long drop(List<byte[]> fences) {
    List<ScriptCall> calls =
        fences.stream()
            .map(key -> new String(key, 0, key.length - 1, UTF_8))
            .distinct()
            .map(both -> SweepScript.call(generation, both, time))
            .toList();
    return redis.callAll(calls).stream().map(CallReply::orThrow).mapToLong(n -> (Long) n).sum();
  }
}
