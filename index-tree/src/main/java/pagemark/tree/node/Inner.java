package pagemark.tree.node;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;

/// The structure of an inner node: its children, and where their ranges begin. Beside it, its
/// [InnerCounts] say how many entries each child has. It changes only if a child splits or goes, in
/// the transaction that does this, so readers and writers may remember it.
///
/// For example, of the children from (start), `30` and `60`, the second holds the place `35`.
///
/// @param version changes with the structure, not with the counts
/// @param end the first place behind the node's range; null if it has no end
/// @param overLeaves whether the children are leaves
/// @param nextName the next name of a child; it only rises
/// @param children in order; at least one
/// @param group a root's; else null
public record Inner(
    long version,
    @Nullable Bytes end,
    boolean overLeaves,
    long nextName,
    List<Child> children,
    @Nullable GroupName group)
    implements Item.Content {
  public Inner {
    children = List.copyOf(children);
  }

  /// The same node with other children and a new version.
  public Inner with(List<Child> others, long next) {
    return new Inner(version + 1, end, overLeaves, next, others, group);
  }

  public boolean holds(Bytes place) {
    return end == null || place.compareTo(end) < 0;
  }

  /// The index of the child whose range has `place`.
  public int indexOf(Bytes place) {
    int low = 0;
    int high = children.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (children.get(middle).separator().compareTo(place) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /// The index of the child with an id; -1 if there is none.
  public int indexOf(long id) {
    for (int i = 0; i < children.size(); i++) {
      if (children.get(i).id() == id) {
        return i;
      }
    }
    return -1;
  }

  /// The children whose tallies count. That of the last one does not if nothing is behind it:
  /// whoever wants to know reads the child.
  public List<Child> countedChildren() {
    return end == null ? children.subList(0, children.size() - 1) : children;
  }

  /// The first place behind the range of a child; null if it has no end.
  public @Nullable Bytes endOf(int child) {
    return child + 1 < children.size() ? children.get(child + 1).separator() : end;
  }

  public Set<Long> names() {
    Set<Long> names = new HashSet<>();
    children.forEach(child -> names.add(child.name()));
    return names;
  }

  /// Replaces some neighbouring children by new ones, or inserts new ones if `from` equals `to`.
  /// The first new child takes the separator of the first old one.
  ///
  /// @param from the index of the first neighbour that goes
  /// @param to the index after the last
  /// @param made separators and ids; their names are replaced by new ones
  public Inner replaceChildren(int from, int to, List<Child> made) {
    List<Child> others = new ArrayList<>(children.subList(0, from));
    long next = nextName;
    for (int i = 0; i < made.size(); i++) {
      Bytes separator =
          i == 0 && to > from ? children.get(from).separator() : made.get(i).separator();
      others.add(new Child(separator, made.get(i).id(), next++));
    }
    others.addAll(children.subList(to, children.size()));
    return with(others, next);
  }

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
}
