package pagemark.redis.script;

import java.nio.charset.StandardCharsets;
import redis.clients.jedis.util.JedisClusterCRC16;

/// The hash slots of Redis Cluster. For each slot, [#tag] gives the smallest decimal number whose
/// hash tag is in it. A single server uses the same 16,384 slots.
public final class Slots {
  public static final int COUNT = 16_384;

  /// Every slot has a number below this. The bound was found by trying.
  private static final int TAGS_MAX = 109_758;

  private static final int[] TAGS = tags();

  private Slots() {}

  private static int[] tags() {
    int[] tags = new int[COUNT];
    for (int tag = TAGS_MAX - 1; tag >= 0; tag--) {
      tags[of(Integer.toString(tag).getBytes(StandardCharsets.US_ASCII))] = tag;
    }
    return tags;
  }

  /// The slot of a key, by its hash tag if it has one.
  public static int of(byte[] key) {
    return JedisClusterCRC16.getSlot(key);
  }

  static int tag(int slot) {
    return TAGS[slot];
  }
}
