package pagemark.redis.script;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import pagemark.entry.Cell;
import pagemark.entry.Group;
import pagemark.index.GroupRef;

/// Names the Redis keys of a group; `docs/index-layout.md` lists them.
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
}
