package pagemark.tree;

import java.time.Duration;
import java.util.List;
import java.util.NavigableMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.index.GroupRef;
import pagemark.index.IndexException;
import pagemark.tree.node.Inner;
import pagemark.tree.node.Inner.Child;
import pagemark.tree.node.Item;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.Leaf.Register;
import pagemark.tree.node.NodeKey;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.Nodes;
import pagemark.tree.request.Pause;
import pagemark.tree.request.TornTree;

/// Reads all leaves of a group in order, consistently. Each step goes from the root to the next
/// lowest inner node, and reads all its leaves at once. So it costs a read of each leaf, and for
/// some 70 leaves one of each level.
///
/// The group may change meanwhile. If a node of a step is gone, the step is repeated. A register
/// that exists all the time is visited once.
record LeafWalk(Nodes nodes, GroupRef group, NodeKey root, Pause pause) {
  private static final int LEVELS_MAX = 20;
  private static final int TORN_MAX = 20;
  private static final Duration PAUSE = Duration.ofMillis(20);

  static LeafWalk of(Nodes nodes, GroupRef group, Pause pause) {
    return new LeafWalk(nodes, group, NodeKey.root(group), pause);
  }

  /// Visits the registers of the next leaves, from a place on.
  ///
  /// @return where to go on; null at the end of the group
  /// @throws IndexException.Torn if a node is lost
  /// @throws IndexException.Unavailable if the group changes at every try
  @Nullable Bytes part(Bytes from, Consumer<NavigableMap<Bytes, Register>> visitor) {
    for (int torn = 0; torn < TORN_MAX; torn++) {
      Bytes next = step(from, visitor);
      if (next == null || !next.equals(from)) {
        return next;
      }
      pause.sleep(PAUSE);
    }
    new TornTree(nodes, pause).refuse(root, group, from);
    throw new IndexException.Unavailable("the group's tree changed at each of 20 reads", null);
  }

  /// Visits the leaves of the lowest inner node that holds a place.
  ///
  /// @return where to go on: at `from` again if the tree has changed; null at the end of the group
  private @Nullable Bytes step(Bytes from, Consumer<NavigableMap<Bytes, Register>> visitor) {
    NodeKey node = root;
    for (int level = 0; level < LEVELS_MAX; level++) {
      Item.Content content =
          ((NodeAnswer.Content) nodes.send(new NodeRequest.Get(node, true))).content();
      if (content instanceof Inner inner && inner.holds(from)) {
        if (inner.overLeaves()) {
          return leaves(inner, from, visitor);
        }
        node = root.node(inner.children().get(inner.indexOf(from)).id());
      } else if (node.isRoot() && !(content instanceof Inner)) {
        if (content instanceof Leaf leaf) {
          visitor.accept(part(leaf, from, null));
        }
        return null;
      } else {
        return from;
      }
    }
    return from;
  }

  private @Nullable Bytes leaves(
      Inner inner, Bytes from, Consumer<NavigableMap<Bytes, Register>> visitor) {
    int first = inner.indexOf(from);
    List<Child> children = inner.children().subList(first, inner.children().size());
    List<NodeAnswer> answers =
        nodes.send(
            children.stream()
                .map(child -> new NodeRequest.Get(root.node(child.id()), true))
                .toList());
    for (int i = 0; i < children.size(); i++) {
      if (!(answers.get(i) instanceof NodeAnswer.Content(Leaf leaf))) {
        return i == 0 ? from : children.get(i).separator();
      }
      visitor.accept(part(leaf, from, inner.endOf(first + i)));
    }
    return inner.end();
  }

  /// The registers between two places. A leaf may have got the range of a neighbour.
  private static NavigableMap<Bytes, Register> part(Leaf leaf, Bytes from, @Nullable Bytes to) {
    NavigableMap<Bytes, Register> behind = leaf.registers().tailMap(from, true);
    return to == null ? behind : behind.headMap(to, false);
  }
}
