package pagemark.tree.request;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.index.GroupRef;
import pagemark.index.IndexException;
import pagemark.tree.node.Inner;
import pagemark.tree.node.Inner.Child;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.node.InnerNode;
import pagemark.tree.node.Item;
import pagemark.tree.node.NodeKey;

/// Tells a tree that is torn from one that is being changed. Whoever gives up a tree asks here why;
/// nobody else does, so a sound tree costs nothing.
///
/// It walks down to a place, consistently, twice and some time apart. A writer changes a parent and
/// its children in one transaction, and no id is used twice. So a child that is missing now, and
/// whose parent still lists it later, is lost. For example, without leaf 21 both looks say that the
/// tree lacks the item N of the node HASH 21.
///
/// Costs two reads for each level.
public record TornTree(Nodes nodes, Pause pause) {
  /// Longer than any transaction takes until all of its writes are visible.
  private static final Duration APART = Duration.ofSeconds(1);

  private static final int LEVELS_MAX = 20;

  /// A node that is lost, or contradicts its parent.
  ///
  /// @param version of what is there; 0 if it is not
  private record Fault(String what, NodeKey node, long version) {}

  /// A node on the way, as its parent shows it.
  ///
  /// @param parent null for the root
  /// @param least the version that the parent knows
  private record Step(NodeKey node, @Nullable Inner parent, int child, long least) {
    Step below(InnerNode read, @Nullable Bytes place) {
      Inner inner = read.inner();
      int next = place == null ? inner.children().size() - 1 : inner.indexOf(place);
      Child child = inner.children().get(next);
      long known = Objects.requireNonNull(read.counts().children().get(child.name())).version();
      return new Step(node.node(child.id()), inner, next, known);
    }

    private boolean isAnotherKind(Item.Content content) {
      return parent != null && parent.overLeaves() == (content instanceof Inner);
    }

    private boolean isOfAnotherRange(Inner inner) {
      return parent != null && !Objects.equals(inner.end(), parent.endOf(child));
    }

    /// @return null if the node is as its parent shows it
    private @Nullable Fault fault(NodeAnswer.Node read) {
      Item.Content content = read.content();
      InnerCounts counts = read.counts();
      if (content == null) {
        boolean isNoGroup = parent == null && counts == null;
        return isNoGroup ? null : new Fault("its tree lacks the item N of the node", node, 0);
      }
      if (isAnotherKind(content)) {
        return new Fault("a leaf and an inner node are mixed up at", node, content.version());
      }
      if (!(content instanceof Inner inner)) {
        return older(content.version());
      }
      if (counts == null) {
        return new Fault("its tree lacks the item C of the node", node, 0);
      }
      if (!new InnerNode(inner, counts).isWhole()) {
        return new Fault("N and C have other children in the node", node, inner.version());
      }
      return isOfAnotherRange(inner)
          ? new Fault("its parent shows another range of the node", node, inner.version())
          : older(counts.version());
    }

    private @Nullable Fault older(long version) {
      return version < least
          ? new Fault("its parent knows a newer version of the node", node, version)
          : null;
    }
  }

  /// Returns if the way to a place is sound, or has changed meanwhile.
  ///
  /// @param place null for the end of the group
  /// @throws IndexException.Torn if it has the same fault at both looks
  public void refuse(NodeKey root, GroupRef group, @Nullable Bytes place) {
    refuse(root, group, place, APART);
  }

  /// The same, for a caller that cannot wait for a second.
  public void refuse(NodeKey root, GroupRef group, @Nullable Bytes place, Duration apart) {
    Fault found = look(root, place);
    if (found != null) {
      pause.sleep(apart);
      if (found.equals(look(root, place))) {
        throw new IndexException.Torn(group, found.what() + " " + found.node().text());
      }
    }
  }

  private @Nullable Fault look(NodeKey root, @Nullable Bytes place) {
    Step step = new Step(root, null, 0, 0);
    for (int level = 0; level < LEVELS_MAX; level++) {
      NodeRequest request = new NodeRequest.GetNode(step.node(), true);
      if (!(nodes.send(request) instanceof NodeAnswer.Node read)) {
        return null;
      }
      Fault fault = step.fault(read);
      InnerNode inner = read.inner();
      if (fault != null || inner == null) {
        return fault;
      }
      step = step.below(inner, place);
    }
    return null;
  }
}
