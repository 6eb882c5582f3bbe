package pagemark.redis;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import redis.clients.jedis.Jedis;

/// Moves a slot with its keys from one node of a cluster to another, one key at a time, in the same
/// steps as a cluster's own tools.
record SlotMove(RedisCluster cluster, int slot, int from, int to) {
  private static final int KEYS_MAX = 1_000;
  private static final int MIGRATE_MILLIS_MAX = 5_000;

  /// Begins: the source redirects calls whose keys it does not have, and the target accepts them.
  void begin() {
    try (Jedis source = cluster.node(from);
        Jedis target = cluster.node(to)) {
      target.clusterSetSlotImporting(slot, source.clusterMyId());
      source.clusterSetSlotMigrating(slot, target.clusterMyId());
    }
  }

  /// The keys that are still at the source.
  List<String> keys() {
    try (Jedis source = cluster.node(from)) {
      return new ArrayList<>(source.clusterGetKeysInSlot(slot, KEYS_MAX));
    }
  }

  void migrate(String key) {
    URI target = cluster.server(to).uri();
    try (Jedis source = cluster.node(from)) {
      source.migrate(target.getHost(), target.getPort(), key, 0, MIGRATE_MILLIS_MAX);
    }
  }

  /// Ends: tells every node, the target first, so that one node always owns the slot.
  void end() {
    String owner;
    try (Jedis target = cluster.node(to)) {
      owner = target.clusterMyId();
      target.clusterSetSlotNode(slot, owner);
    }
    for (int i = 0; i < cluster.nodes(); i++) {
      try (Jedis node = cluster.node(i)) {
        node.clusterSetSlotNode(slot, owner);
      }
    }
  }
}
