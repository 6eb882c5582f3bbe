package pagemark.tree.node;

import java.util.ArrayList;
import java.util.List;
import pagemark.entry.Bytes;

/// A child of an inner node.
///
/// @param separator the first place of its range. Empty for the first child of a node: its range
///   begins with the range of the node, and only the node's parent knows that place
/// @param id of the node
/// @param name under which the node's [InnerCounts] have its tally. Never used twice in one node
public record Child(Bytes separator, long id, long name) {
  public static final Bytes FIRST = Bytes.of(new byte[0]);

  /// The same child, beginning at another place.
  public Child from(Bytes place) {
    return new Child(place, id, name);
  }

  public static byte[] packed(List<Child> children) {
    Packer packer = new Packer();
    for (Child child : children) {
      packer.number(child.separator.length()).bytes(child.separator.toArray());
      packer.number(child.id).number(child.name);
    }
    return packer.packed();
  }

  /// Reads what [#packed] has written.
  public static List<Child> unpacked(byte[] packed) {
    Unpacker in = new Unpacker(packed);
    List<Child> children = new ArrayList<>();
    while (in.hasMore()) {
      children.add(new Child(Bytes.of(in.bytes(in.count())), in.number(), in.number()));
    }
    return children;
  }
}
