package pagemark.redis.script;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.charset.StandardCharsets;
import java.util.List;
import pagemark.entry.Cell;
import pagemark.entry.Group;
import pagemark.index.GroupRef;
import redis.clients.jedis.util.JedisClusterCRC16;

/// Names the Redis keys of a group; `docs/internals/index-layout.md` lists them.
///
/// @param prefix the common start of the group's keys, with a colon at its end
public record IndexKeys(String prefix) {
  public static IndexKeys of(GroupRef group) {
    String text = encoded(group.group().text());
    return new IndexKeys("pm:" + group.generation() + ":{" + group.listing() + "/" + text + "}:");
  }

  /// Escapes braces, because they would end the hash tag.
  private static String encoded(String group) {
    return group.replace("%", "%25").replace("{", "%7B").replace("}", "%7D");
  }

  /// Parses the group of a key.
  public static GroupRef group(String key) {
    String[] parts = key.split(":", 3);
    String tag = parts[2].substring(1, parts[2].indexOf('}'));
    String[] listingAndGroup = tag.split("/", 2);
    return new GroupRef(parts[1], listingAndGroup[0], new Group(decoded(listingAndGroup[1])));
  }

  private static String decoded(String group) {
    return group.replace("%7D", "}").replace("%7B", "{").replace("%25", "%");
  }

  public byte[] all() {
    return bytes("all");
  }

  public byte[] cell(Cell cell) {
    return bytes("cell:" + cell.name());
  }

  /// The key of the sorted set of a cell, or of the whole group.
  public byte[] set(Cell cell) {
    return cell.isWhole() ? all() : cell(cell);
  }

  /// The fences of a period.
  public byte[] packed(int parity) {
    return bytes("packed:" + parity);
  }

  /// The keys that can have fences, in the order in which scripts take them.
  public List<byte[]> fences() {
    return List.of(packed(0), packed(1));
  }

  public byte[] marker() {
    return marker(Slots.of(all()));
  }

  public static byte[] marker(int slot) {
    return ("pm:{" + Slots.tag(slot) + "}:slot").getBytes(UTF_8);
  }

  private byte[] bytes(String suffix) {
    return (prefix + suffix).getBytes(UTF_8);
  }

  /// The hash slots of Redis Cluster. For each slot, [#tag] gives the smallest decimal number whose
  /// hash tag is in it. A single server uses the same 16,384 slots.
  public static final class Slots {
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
}
