package pagemark.tree.read;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.tree.node.Inner;
import pagemark.tree.node.Inner.Child;
import pagemark.tree.node.InnerNode;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.Leaf.Register;
import pagemark.tree.node.Tally;
import pagemark.tree.request.NodeAnswer;

/// The nodes that one read has found so far, checked against each other.
///
/// A node may be newer than what its parent tells of it, because tallies are raised a moment after
/// each write. Here a known node counts itself, up to the root. So ranks and entries always fit
/// together. The tally of the last child of a node at the end of the group is not raised. Until
/// that child is known, its tally is a guess.
///
/// A node cannot be older than its parent tells, be missing, be of another kind, or have another
/// range. Then these nodes are of different moments.
final class ReadNodes implements KnownNodes {
  private final Map<Long, NodeAnswer.Node> nodes;
  private final Map<Long, List<NodeRef>> children = new HashMap<>();
  private final NodeRef root;

  /// @param nodes by id; the root is among them
  ReadNodes(Map<Long, NodeAnswer.Node> nodes) throws TornException {
    this.nodes = nodes;
    root = root(requireNonNull(nodes.get(NodeRef.ROOT)));
  }

  private NodeRef root(NodeAnswer.Node node) throws TornException {
    return switch (node.content()) {
      case Leaf leaf -> NodeRef.root(true, leaf.tally());
      case Inner _ -> inner(NodeRef.root(false, NodeRef.EMPTY.tally()), node);
      case null -> {
        if (node.counts() != null) {
          throw new TornException("a root with counts and nothing else", NodeRef.EMPTY.low());
        }
        yield NodeRef.EMPTY;
      }
    };
  }

  /// A node as it counts itself, if it is known; else as its parent tells.
  private NodeRef checked(NodeRef ref) throws TornException {
    NodeAnswer.Node node = nodes.get(ref.id());
    if (node == null) {
      return ref;
    }
    return switch (node.content()) {
      case Leaf leaf when ref.leaf() -> {
        checkAge(ref, leaf.version());
        checkRange(ref, leaf);
        yield ref.with(leaf.tally());
      }
      case Inner _ when !ref.leaf() -> inner(ref, node);
      case Leaf _, Inner _ -> throw new TornException("no node of that kind", ref.low());
      case null -> throw new TornException("no node of that kind", ref.low());
    };
  }

  private NodeRef inner(NodeRef ref, NodeAnswer.Node node) throws TornException {
    InnerNode read = node.inner();
    if (read == null || !read.isWhole()) {
      throw new TornException("structure and counts differ", ref.low());
    }
    if (!Objects.equals(read.inner().end(), ref.end())) {
      throw new TornException("a node that ends elsewhere", ref.low());
    }
    long version = read.counts().version();
    checkAge(ref, version);
    List<NodeRef> below = new ArrayList<>();
    for (NodeRef child : ref.children(read)) {
      below.add(checked(child));
    }
    children.put(ref.id(), below);
    return ref.with(Tally.sum(version, below.stream().map(NodeRef::tally).toList()));
  }

  private static void checkAge(NodeRef ref, long version) throws TornException {
    if (version < ref.tally().version()) {
      throw new TornException("a node that is older than its parent knows", ref.low());
    }
  }

  private static void checkRange(NodeRef ref, Leaf leaf) throws TornException {
    NavigableMap<Bytes, Register> registers = leaf.registers();
    if (!registers.isEmpty()
        && (registers.firstKey().compareTo(ref.low()) < 0
            || (ref.end() != null && registers.lastKey().compareTo(ref.end()) >= 0))) {
      throw new TornException("a leaf of another range", ref.low());
    }
  }

  @Override
  public NodeRef root() {
    return root;
  }

  /// The inner nodes at the end of the group, by id, with the counts of their last children as they
  /// are.
  Map<Long, InnerNode> atEnd() {
    Map<Long, InnerNode> atEnd = new HashMap<>();
    NodeRef at = root;
    while (!at.leaf()) {
      InnerNode node = requireNonNull(requireNonNull(nodes.get(at.id())).inner());
      NodeRef last = requireNonNull(children.get(at.id())).getLast();
      atEnd.put(at.id(), node.withLast(last.tally()));
      at = last;
    }
    return atEnd;
  }

  @Override
  public @Nullable List<NodeRef> children(NodeRef inner) {
    return children.get(inner.id());
  }

  @Override
  public @Nullable Leaf leaf(NodeRef leaf) {
    NodeAnswer.Node node = nodes.get(leaf.id());
    return node != null && node.content() instanceof Leaf found ? found : null;
  }

  /// A node as its parent shows it.
  ///
  /// @param leaf whether it is a leaf
  /// @param low the first place of its range
  /// @param end the first place behind its range; null if it has no end
  /// @param tally what it has, as far as is known
  record NodeRef(long id, boolean leaf, Bytes low, @Nullable Bytes end, Tally tally) {
    static final long ROOT = 0;

    /// The root of an empty group.
    static final NodeRef EMPTY = root(true, Tally.sum(0, List.of()));

    static NodeRef root(boolean leaf, Tally tally) {
      return new NodeRef(ROOT, leaf, Child.FIRST, null, tally);
    }

    NodeRef with(Tally other) {
      return new NodeRef(id, leaf, low, end, other);
    }

    /// The children of this node.
    ///
    /// @param read the node, whole
    List<NodeRef> children(InnerNode read) {
      List<Child> children = read.inner().children();
      List<NodeRef> refs = new ArrayList<>(children.size());
      for (int i = 0; i < children.size(); i++) {
        Child child = children.get(i);
        Bytes from = i == 0 ? low : child.separator();
        Bytes to = i + 1 < children.size() ? children.get(i + 1).separator() : end;
        Tally counted = Objects.requireNonNull(read.counts().children().get(child.name()));
        refs.add(new NodeRef(child.id(), read.inner().overLeaves(), from, to, counted));
      }
      return refs;
    }
  }
}
