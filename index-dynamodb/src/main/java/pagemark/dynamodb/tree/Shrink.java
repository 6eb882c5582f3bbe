package pagemark.dynamodb.tree;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import pagemark.dynamodb.node.Child;
import pagemark.dynamodb.node.Inner;
import pagemark.dynamodb.node.InnerCounts;
import pagemark.dynamodb.node.InnerNode;
import pagemark.dynamodb.node.Item;
import pagemark.dynamodb.node.Leaf;
import pagemark.dynamodb.node.NodeKey;
import pagemark.dynamodb.node.Register;
import pagemark.dynamodb.node.Tally;
import pagemark.dynamodb.request.NodeAnswer;
import pagemark.dynamodb.request.NodeRequest;
import pagemark.dynamodb.request.NodeRequest.Expected;
import pagemark.dynamodb.tree.Path.PathNode;
import pagemark.entry.Bytes;

/// Removes what a tree does not need any more:
///
/// - A small leaf and a neighbour become one leaf.
/// - A leaf goes if it has had neither entries nor stamped registers for a period, with the inner
///   nodes that have no other child. Its range goes to a neighbour of the same parent.
/// - A root with one child takes the child's content. An empty root leaf goes.
///
/// Each is one transaction or put. If it is refused, somebody else has changed the nodes, and a
/// later write tries again.
///
/// @param period of the store's clock
record Shrink(Tree tree, long period) {
  private static final int LEVELS_MAX = 20;

  /// Joins the leaf of a place with a neighbour of the same parent, if both are small.
  ///
  /// @return whether it was done, so that the parent must raise its own tally
  boolean join(Bytes place) {
    Path path = new Paths(tree).to(place);
    if (path.leaf().isRoot() || path.parent().inner().children().size() < 2) {
      return false;
    }
    Inner inner = path.parent().inner();
    int from = Math.min(inner.indexOf(path.leaf().id()), inner.children().size() - 2);
    NodeKey left = path.leaf().node(inner.children().get(from).id());
    NodeKey right = path.leaf().node(inner.children().get(from + 1).id());
    List<NodeAnswer> answers =
        tree.nodes()
            .send(List.of(new NodeRequest.Get(left, true), new NodeRequest.Get(right, true)));
    return answers.getFirst() instanceof NodeAnswer.Content(Leaf a)
        && answers.getLast() instanceof NodeAnswer.Content(Leaf b)
        && join(path, from, a, b);
  }

  private boolean join(Path path, int from, Leaf left, Leaf right) {
    PathNode parent = path.parent();
    long clock = Math.max(left.clock(), right.clock());
    NavigableMap<Bytes, Register> registers = new TreeMap<>(left.alive(clock));
    registers.putAll(right.alive(clock));
    Leaf joined = new Leaf(1, clock, registers);
    if (joined.bytes() > NodeLimits.JOINED * tree.limits().leafBytes()) {
      return false;
    }
    NodeKey made = tree.newNode();
    List<Child> old = parent.inner().children().subList(from, from + 2);
    Inner inner =
        parent
            .inner()
            .replaceChildren(from, from + 2, List.of(new Child(Child.FIRST, made.id(), 0)));
    long name = inner.children().get(from).name();
    boolean done =
        isDone(
            path,
            List.of(
                deletion(path.leaf().node(old.getFirst().id()), left),
                deletion(path.leaf().node(old.getLast().id()), right),
                new NodeRequest.Put(made, joined, Expected.ABSENT),
                new NodeRequest.Put(parent.node(), inner, Expected.unchanged(parent.inner())),
                new NodeRequest.ReplaceChildren(
                    parent.node(),
                    Set.of(old.getFirst().name(), old.getLast().name()),
                    Map.of(name, joined.tally()))));
    if (done && parent.node().isRoot() && inner.children().size() == 1) {
      collapseRoot();
    }
    return done;
  }

  private static NodeRequest.Delete deletion(NodeKey node, Item.Content seen) {
    return new NodeRequest.Delete(node, Item.Name.N, Expected.unchanged(seen));
  }

  private static NodeRequest.Delete deletionOfCounts(NodeKey node) {
    return new NodeRequest.Delete(node, Item.Name.C, Expected.PRESENT);
  }

  private boolean isDone(Path path, List<NodeRequest.Write> writes) {
    NodeAnswer answer = tree.nodes().send(new NodeRequest.Transaction(writes));
    tree.forget(path);
    return answer instanceof NodeAnswer.Done;
  }

  /// Does [#unlink] if this writer has not looked at the leaf in this period.
  void unlinkOncePerPeriod(Bytes place) {
    Path path = new Paths(tree).to(place);
    if (tree.emptyLeaves().look(path.leaf(), period)) {
      unlink(path);
    }
  }

  /// Unlinks the leaf of a place, if it has said nothing for a period.
  ///
  /// @return whether it is gone
  boolean unlink(Bytes place) {
    return unlink(new Paths(tree).to(place));
  }

  private boolean unlink(Path path) {
    NodeAnswer answer = tree.nodes().send(new NodeRequest.Get(path.leaf(), true));
    if (!(answer instanceof NodeAnswer.Content(Leaf leaf))) {
      tree.forgetParent(path);
      return false;
    }
    if (isNeeded(leaf, period)) {
      return false;
    }
    int depth = path.steps().size() - 1;
    while (depth >= 0 && path.steps().get(depth).inner().children().size() == 1) {
      depth--;
    }
    boolean done = depth < 0 ? unlinkAll(path, leaf) : unlinkBelow(path, depth, leaf);
    if (done && depth >= 0) {
      if (!path.steps().get(depth).isAtEnd()) {
        new Propagation(tree).raise(List.of(ChangedNode.at(path.place())));
      }
      if (depth == 0 && path.steps().getFirst().inner().children().size() == 2) {
        collapseRoot();
      }
    }
    return done;
  }

  /// Whether a leaf has entries, or had a stamped register a period ago. If a sweep has dropped its
  /// registers, its clock tells when.
  static boolean isNeeded(Leaf leaf, long period) {
    boolean isRecent = leaf.clock() == period || leaf.clock() == period + 1;
    return leaf.registers().isEmpty()
        ? isRecent
        : !leaf.alive(Math.max(leaf.clock(), period) - 1).isEmpty();
  }

  /// The deletions of a leaf and of the inner nodes between it and a depth.
  private static List<NodeRequest.Write> deletions(Path path, int depth, Leaf leaf) {
    List<NodeRequest.Write> writes = new ArrayList<>(List.of(deletion(path.leaf(), leaf)));
    for (PathNode step : path.steps().subList(depth + 1, path.steps().size())) {
      writes.add(deletion(step.node(), step.inner()));
      writes.add(deletionOfCounts(step.node()));
    }
    return writes;
  }

  /// Removes the last leaf of a group. Its root becomes a leaf, which goes when it is looked at the
  /// next time.
  private boolean unlinkAll(Path path, Leaf leaf) {
    if (path.leaf().isRoot()) {
      tree.forgetParent(path);
      return tree.nodes().send(deletion(path.leaf(), leaf)) instanceof NodeAnswer.Done;
    }
    PathNode root = path.steps().getFirst();
    List<NodeRequest.Write> writes = deletions(path, 0, leaf);
    Leaf empty =
        new Leaf(
            tree.firstVersion(),
            leaf.clock(),
            new TreeMap<>(),
            root.inner().nextName(),
            tree.name());
    writes.add(new NodeRequest.Put(root.node(), empty, Expected.unchanged(root.inner())));
    writes.add(deletionOfCounts(root.node()));
    return isDone(path, writes);
  }

  /// Removes a leaf and all between it and an inner node with other children. The right neighbour
  /// takes the range, as no other node's end changes then. A last leaf goes to its left neighbour,
  /// as leaves know no end. A last inner node stays until it is alone, or a [Compaction] joins it
  /// with its neighbour.
  private boolean unlinkBelow(Path path, int depth, Leaf leaf) {
    PathNode step = path.steps().get(depth);
    int child = step.child(path.place());
    List<Child> children = new ArrayList<>(step.inner().children());
    boolean isLast = child == children.size() - 1;
    if (isLast && depth < path.steps().size() - 1) {
      return false;
    }
    Child gone = children.remove(child);
    if (!isLast) {
      children.set(child, children.get(child).from(gone.separator()));
    }
    List<NodeRequest.Write> writes = deletions(path, depth, leaf);
    Inner inner = step.inner().with(children, step.inner().nextName());
    writes.add(new NodeRequest.Put(step.node(), inner, Expected.unchanged(step.inner())));
    writes.add(new NodeRequest.ReplaceChildren(step.node(), Set.of(gone.name()), Map.of()));
    return isDone(path, writes);
  }

  /// Lets a root of one child take the child's content, as often as that is so.
  void collapseRoot() {
    for (int level = 0; level < LEVELS_MAX; level++) {
      tree.structures().forget(tree.root());
      InnerNode read = node(tree.root()).inner();
      if (read == null || read.inner().children().size() != 1) {
        return;
      }
      Inner root = read.inner();
      NodeKey child = tree.root().node(root.children().getFirst().id());
      List<NodeRequest.Write> writes = taken(root, child, node(child));
      if (writes == null
          || !(tree.nodes().send(new NodeRequest.Transaction(writes)) instanceof NodeAnswer.Done)) {
        return;
      }
      tree.structures().forget(child);
    }
  }

  private NodeAnswer node(NodeKey node) {
    return tree.nodes().send(new NodeRequest.GetNode(node, true));
  }

  /// @return null if the child is not whole
  private @Nullable List<NodeRequest.Write> taken(Inner root, NodeKey child, NodeAnswer below) {
    Expected unchanged = Expected.unchanged(root);
    if (below instanceof NodeAnswer.Node(Leaf leaf, _)) {
      Leaf taken =
          new Leaf(
              tree.firstVersion(), leaf.clock(), leaf.registers(), root.nextName(), tree.name());
      return List.of(
          new NodeRequest.Put(tree.root(), taken, unchanged),
          deletionOfCounts(tree.root()),
          deletion(child, leaf));
    }
    InnerNode read = below.inner();
    if (read == null || !read.isWhole()) {
      return null;
    }
    Inner inner = read.inner();
    InnerCounts counts = read.counts();
    long next = Math.max(root.nextName(), inner.nextName());
    Inner none =
        new Inner(tree.firstVersion() - 1, null, inner.overLeaves(), next, List.of(), tree.name());
    Inner taken = none.replaceChildren(0, 0, inner.children());
    Map<Long, Tally> tallies = new HashMap<>();
    for (int i = 0; i < inner.children().size(); i++) {
      tallies.put(
          taken.children().get(i).name(), counts.children().get(inner.children().get(i).name()));
    }
    return List.of(
        new NodeRequest.Put(tree.root(), taken, unchanged),
        new NodeRequest.Put(
            tree.root(), new InnerCounts(tree.firstVersion(), tallies), Expected.PRESENT),
        deletion(child, inner),
        new NodeRequest.Delete(child, Item.Name.C, Expected.unchanged(counts)));
  }
}
