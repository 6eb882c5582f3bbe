package pagemark.tree.simulation;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.tree.node.GroupName;
import pagemark.tree.node.Inner;
import pagemark.tree.node.Inner.Child;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.node.Item;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.RowPacker.RegisterPacker;
import pagemark.tree.node.Tally;
import pagemark.tree.write.NodeLimits;

/// Items as [SimulatedNodes] keep them: packed, and as large as in DynamoDB, which `ItemCodecTest`
/// compares.
public final class SimulatedItems {
  /// The limits of DynamoDB.
  public static final NodeLimits LIMITS = limits(1_024, 100, 2_048, 16_384);

  private static final int KEY_BYTES = 25;

  private SimulatedItems() {}

  /// Other limits of the same store.
  public static NodeLimits limits(
      int leafBytes, int childrenMax, int countsBytes, int structureBytes) {
    return new NodeLimits(
        leafBytes, childrenMax, countsBytes, structureBytes, SimulatedItems::bytes);
  }

  /// The size of an item: its key, and the names and values of its attributes.
  public static int bytes(Item item) {
    return KEY_BYTES
        + switch (item) {
          case Leaf leaf ->
              attribute(1, leaf.version())
                  + attribute(1, leaf.clock())
                  + (1 + RegisterPacker.of(leaf).length())
                  + names(leaf.nextName(), leaf.group());
          case Inner inner ->
              attribute(2, inner.version())
                  + (1 + 1)
                  + (1 + Child.packed(inner.children()).length)
                  + (inner.end() == null ? 0 : 1 + inner.end().length())
                  + names(inner.nextName(), inner.group());
          case InnerCounts counts ->
              attribute(1, counts.version()) + (1 + bytes(counts.children()));
        };
  }

  /// A number takes a byte for two digits and one more.
  private static int attribute(int name, long number) {
    return name + 1 + (Long.toString(number).length() + 1) / 2;
  }

  private static int names(long nextName, @Nullable GroupName group) {
    return (nextName > 0 ? attribute(2, nextName) : 0)
        + (group == null ? 0 : 1 + utf8(group.listing()) + 1 + utf8(group.group()));
  }

  private static int utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static int bytes(Map<Long, Tally> children) {
    int bytes = 3 + children.size();
    for (var child : children.entrySet()) {
      bytes += Long.toString(child.getKey(), 36).length();
      bytes += child.getValue().packed().length;
    }
    return bytes;
  }

  /// The same item, packed and read again.
  static Item copy(Item item) {
    return switch (item) {
      case Leaf leaf ->
          new Leaf(
              leaf.version(),
              leaf.clock(),
              RegisterPacker.unpack(RegisterPacker.of(leaf).packed(), leaf.clock()),
              leaf.nextName(),
              leaf.group());
      case Inner inner ->
          new Inner(
              inner.version(),
              inner.end(),
              inner.overLeaves(),
              inner.nextName(),
              Child.unpacked(Child.packed(inner.children())),
              inner.group());
      case InnerCounts counts -> {
        Map<Long, Tally> children = new HashMap<>();
        counts
            .children()
            .forEach((name, tally) -> children.put(name, Tally.unpacked(tally.packed())));
        yield new InnerCounts(counts.version(), children);
      }
    };
  }
}
