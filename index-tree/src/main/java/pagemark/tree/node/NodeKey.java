package pagemark.tree.node;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import pagemark.entry.Bytes;
import pagemark.entry.Sha256;
import pagemark.index.GroupRef;

/// Names a node: its generation, its group and its id. Ids are random and never used twice, except
/// for the root's, which is 0.
///
/// @param group the first 16 bytes of SHA-256 of the listing's name, a zero byte, and the group's
/// @param id 48 bits
public record NodeKey(String generation, Bytes group, long id) {
  /// Ids are below this.
  public static final long ID_END = 1L << 48;

  private static final long ROOT = 0;
  private static final int GROUP_BYTES = 16;
  private static final int ID_BYTES = 6;

  public static NodeKey root(GroupRef group) {
    String name = group.listing() + '\0' + group.group().text();
    byte[] hash = Arrays.copyOf(Sha256.of(name.getBytes(UTF_8)), GROUP_BYTES);
    return new NodeKey(group.generation(), Bytes.of(hash), ROOT);
  }

  /// Reads what [#bytes] gives.
  public static NodeKey of(String generation, byte[] bytes) {
    ByteBuffer id = ByteBuffer.allocate(Long.BYTES).put(new byte[Long.BYTES - ID_BYTES]);
    id.put(bytes, GROUP_BYTES, ID_BYTES);
    Bytes group = Bytes.of(Arrays.copyOf(bytes, GROUP_BYTES));
    return new NodeKey(generation, group, id.getLong(0));
  }

  public boolean isRoot() {
    return id == ROOT;
  }

  /// The root of this node's group.
  public NodeKey root() {
    return node(ROOT);
  }

  /// Another node of this group.
  public NodeKey node(long other) {
    return new NodeKey(generation, group, other);
  }

  /// The [bytes][#bytes] in hexadecimal digits, as a person looks for them in the store.
  public String text() {
    return HexFormat.of().formatHex(bytes());
  }

  /// The group and the id, 22 bytes.
  public byte[] bytes() {
    ByteBuffer bytes = ByteBuffer.allocate(GROUP_BYTES + Long.BYTES);
    bytes.put(group.toArray()).putLong(id << (Long.SIZE - 8 * ID_BYTES));
    return Arrays.copyOf(bytes.array(), GROUP_BYTES + ID_BYTES);
  }
}
