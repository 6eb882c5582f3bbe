package pagemark.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import pagemark.index.ForwardingMarkers;
import pagemark.index.Markers;
import pagemark.redis.script.IndexKeys;
import pagemark.redis.script.IndexKeys.Slots;
import pagemark.redis.script.ScriptCall.Script;
import redis.clients.jedis.Jedis;

/// Sets the markers of a cluster of Redis 6.2 with one call for each node, instead of one for each
/// of 16,384 slots, which takes half a second for each generation. The product's scripts run in
/// that call. But the slots' keys come as arguments, which clusters of other versions need not
/// accept.
final class ClusterMarkers extends ForwardingMarkers {
  private static final String BUILDING = onKeysOfArguments(3, "building.lua");
  private static final String READY = onKeysOfArguments(2, "ready.lua");

  private final RedisCluster cluster;

  /// @param real does everything else
  ClusterMarkers(RedisCluster cluster, Markers real) {
    super(real);
    this.cluster = cluster;
  }

  private static String onKeysOfArguments(int arguments, String script) {
    return "local KEYS = {}\nfor i = %d, #ARGV do KEYS[#KEYS + 1] = ARGV[i] end\n"
            .formatted(arguments + 1)
        + Script.of(script).text();
  }

  @Override
  public int building(String generation, String nonce, Instant birth) {
    String born = Long.toString(birth.toEpochMilli());
    return onEachNode(BUILDING, List.of(generation, nonce, born));
  }

  @Override
  public int ready(String generation, String nonce) {
    return onEachNode(READY, List.of(generation, nonce));
  }

  private int onEachNode(String script, List<String> arguments) {
    long slots = 0;
    for (int i = 0; i < cluster.nodes(); i++) {
      List<String> all = new ArrayList<>(arguments);
      all.addAll(markers(i));
      try (Jedis node = cluster.node(i)) {
        slots += (Long) node.eval(script, List.of(), all);
      }
    }
    return Math.toIntExact(slots);
  }

  private List<String> markers(int node) {
    return IntStream.range(0, Slots.COUNT)
        .filter(slot -> cluster.owner(slot) == node)
        .mapToObj(slot -> new String(IndexKeys.marker(slot), UTF_8))
        .toList();
  }
}
