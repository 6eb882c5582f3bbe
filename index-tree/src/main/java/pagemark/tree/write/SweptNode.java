package pagemark.tree.write;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.index.IndexException;
import pagemark.tree.node.Inner;
import pagemark.tree.node.Inner.Child;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.node.Item;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.NodeKey;
import pagemark.tree.node.Tally;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.NodeRequest.Expected;
import pagemark.tree.request.NodeRequest.Write;
import pagemark.tree.write.Recount.InnerWalk;
import pagemark.tree.write.Recount.InnerWalk.VisitedNode;
import pagemark.tree.write.SweptLeaves.Run;
import pagemark.tree.write.TreeWriter.SweepStep;

/// A step of a sweep: takes from one lowest inner node what nobody needs any more. It
///
/// 1. reads the way from the root, a node of each level, and then all leaves together;
/// 2. puts the leaves that lose registers, and replaces those that join ([SweptLeaves]) in one
///    transaction;
/// 3. unlinks the node if its only leaf has said nothing for a period;
/// 4. at the end of the group, lets the root take the children of its children if they are few.
///
/// Inner nodes are joined in no other way. A write that is refused has met a writer; then the step
/// is tried again.
final class SweptNode {
  private static final int TRIES_MAX = 4;
  private static final int LEVELS_MAX = 20;
  private static final int TAKEN_MAX = NodeRequest.Transaction.WRITES_MAX / 2 - 1;

  private final Tree tree;
  private final long period;

  /// A place whose leaf was not found.
  private Bytes lost = Child.FIRST;

  private long removed;

  SweptNode(Tree tree, long period) {
    this.tree = tree;
    this.period = period;
  }

  /// @param from a place in the node
  /// @throws IndexException.Torn if a node on the way is lost
  SweepStep step(Bytes from) {
    lost = from;
    for (int tries = 0; tries < TRIES_MAX; tries++) {
      List<VisitedNode> way = way(from);
      if (way != null && way.isEmpty()) {
        sweepRoot();
        return new SweepStep(removed, null);
      }
      List<Leaf> leaves = way == null ? null : leaves(way.getLast(), tries > 0);
      if (way != null && leaves != null) {
        VisitedNode node = way.getLast();
        SweptLeaves swept = SweptLeaves.of(leaves, tree.limits(), period);
        boolean isDone = drop(node, leaves, swept.runs()) && join(node, leaves, swept.runs());
        if (isDone && swept.isMore()) {
          return new SweepStep(removed, from);
        }
        if (isDone || tries == TRIES_MAX - 1) {
          if (leaves.size() == 1 && !SweptLeaves.isNeeded(leaves.getFirst(), period)) {
            unlink(way, leaves.getFirst());
          }
          Bytes end = node.inner().end();
          return end == null && isTaken(way.getFirst())
              ? new SweepStep(removed + 1, from)
              : new SweepStep(removed, end);
        }
      }
      tree.backOff(tries);
    }
    tree.refuseTorn(lost);
    throw new IndexException.Unavailable("a tree changed at each look of a sweep", null);
  }

  private void sweepRoot() {
    if (tree.nodes().send(new NodeRequest.Get(tree.root(), true))
        instanceof NodeAnswer.Content(Leaf leaf)) {
      Write write = SweptLeaves.ofRoot(tree.root(), leaf, period);
      if (write != null && tree.nodes().send(write) instanceof NodeAnswer.Done) {
        removed++;
      }
    }
  }

  /// The inner nodes from the root to the lowest one that holds a place; none if the root is a
  /// leaf, or not there. Null if the tree has changed meanwhile.
  private @Nullable List<VisitedNode> way(Bytes place) {
    List<VisitedNode> way = new ArrayList<>();
    NodeKey node = tree.root();
    Bytes begin = Child.FIRST;
    while (way.size() < LEVELS_MAX) {
      NodeAnswer answer = tree.nodes().send(new NodeRequest.GetNode(node, true));
      VisitedNode found = InnerWalk.found(node, begin, answer);
      if (found == null || !found.inner().holds(place)) {
        return node.isRoot() && !(answer instanceof NodeAnswer.Node(Inner _, _)) ? way : null;
      }
      way.add(found);
      if (found.inner().overLeaves()) {
        return way;
      }
      int child = found.inner().indexOf(place);
      begin = found.begin(child);
      node = found.child(child);
    }
    return null;
  }

  /// @return null if one is gone
  private @Nullable List<Leaf> leaves(VisitedNode node, boolean isConsistent) {
    List<NodeRequest> requests = new ArrayList<>();
    for (int i = 0; i < node.inner().children().size(); i++) {
      requests.add(new NodeRequest.Get(node.child(i), isConsistent));
    }
    List<Leaf> leaves = new ArrayList<>();
    List<NodeAnswer> answers = tree.nodes().send(requests);
    for (int i = 0; i < answers.size(); i++) {
      if (answers.get(i) instanceof NodeAnswer.Content(Leaf leaf)) {
        leaves.add(leaf);
      } else {
        lost = node.begin(i);
      }
    }
    return leaves.size() == requests.size() ? leaves : null;
  }

  /// Puts the leaves that only lose registers.
  ///
  /// @return whether none was refused
  private boolean drop(VisitedNode node, List<Leaf> leaves, List<Run> runs) {
    List<Write> writes = new ArrayList<>();
    for (Run run : runs) {
      if (run.isAlone() && run.isChange()) {
        Expected unchanged = Expected.unchanged(leaves.get(run.from()));
        writes.add(new NodeRequest.Put(node.child(run.from()), run.leaf(), unchanged));
      }
    }
    List<NodeAnswer> answers = writes.isEmpty() ? List.of() : tree.nodes().send(writes);
    long done = answers.stream().filter(NodeAnswer.Done.class::isInstance).count();
    removed += done;
    return done == writes.size();
  }

  /// Replaces leaves that join. The new one needs a new id: else a writer that knows the old range
  /// of its leaf would put a place into it that is not its own.
  ///
  /// @return false if it was refused
  private boolean join(VisitedNode node, List<Leaf> leaves, List<Run> runs) {
    Inner inner = node.inner();
    List<Child> children = new ArrayList<>();
    List<Write> writes = new ArrayList<>();
    Set<Long> gone = new HashSet<>();
    Map<Long, Tally> made = new HashMap<>();
    long next = inner.nextName();
    for (Run run : runs) {
      Child first = inner.children().get(run.from());
      if (run.isAlone()) {
        children.add(first);
        continue;
      }
      for (int i = run.from(); i < run.to(); i++) {
        Expected unchanged = Expected.unchanged(leaves.get(i));
        writes.add(new NodeRequest.Delete(node.child(i), Item.Name.N, unchanged));
        gone.add(inner.children().get(i).name());
      }
      NodeKey leaf = tree.newNode();
      writes.add(new NodeRequest.Put(leaf, run.leaf(), Expected.ABSENT));
      made.put(next, run.leaf().tally());
      children.add(new Child(first.separator(), leaf.id(), next++));
    }
    if (writes.isEmpty()) {
      return true;
    }
    Inner after = inner.with(children, next);
    writes.add(new NodeRequest.Put(node.node(), after, Expected.unchanged(inner)));
    writes.add(new NodeRequest.ReplaceChildren(node.node(), gone, made));
    return isDone(writes, node);
  }

  /// Sends a transaction, and raises the tallies above a node, which may have been behind.
  private boolean isDone(List<Write> writes, VisitedNode node) {
    boolean isDone = isDone(writes);
    if (isDone) {
      removed += writes.size();
      new Propagation(tree).raise(List.of(ChangedNode.at(node.begin())));
    }
    return isDone;
  }

  private boolean isDone(List<Write> writes) {
    NodeAnswer answer = tree.nodes().send(new NodeRequest.Transaction(writes));
    writes.forEach(write -> tree.structures().forget(write.node()));
    return answer instanceof NodeAnswer.Done;
  }

  /// Removes a node, its only leaf, and the nodes above that have no other child. The right
  /// neighbour takes the range, as no other node's end changes then. So the last child of a node
  /// stays until it is alone.
  private void unlink(List<VisitedNode> way, Leaf leaf) {
    int depth = way.size() - 2;
    while (depth >= 0 && way.get(depth).inner().children().size() == 1) {
      depth--;
    }
    if (depth < 0) {
      return;
    }
    VisitedNode node = way.get(depth);
    List<Child> children = new ArrayList<>(node.inner().children());
    int child = node.inner().indexOf(way.get(depth + 1).node().id());
    if (child == children.size() - 1) {
      return;
    }
    Child gone = children.remove(child);
    children.set(child, children.get(child).from(gone.separator()));
    List<Write> writes = new ArrayList<>();
    writes.add(
        new NodeRequest.Delete(way.getLast().child(0), Item.Name.N, Expected.unchanged(leaf)));
    way.subList(depth + 1, way.size()).forEach(each -> writes.addAll(deletions(each)));
    Inner after = node.inner().with(children, node.inner().nextName());
    writes.add(new NodeRequest.Put(node.node(), after, Expected.unchanged(node.inner())));
    writes.add(new NodeRequest.ReplaceChildren(node.node(), Set.of(gone.name()), Map.of()));
    isDone(writes, way.getLast());
  }

  /// Lets the root take the content of its only child, or of all children if they have few enough.
  private boolean isTaken(VisitedNode root) {
    int count = root.inner().children().size();
    if (count > (root.inner().overLeaves() ? 1 : TAKEN_MAX)) {
      return false;
    }
    List<NodeRequest> requests = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      requests.add(new NodeRequest.GetNode(root.child(i), true));
    }
    List<NodeAnswer> answers = tree.nodes().send(requests);
    if (answers.getFirst() instanceof NodeAnswer.Node(Leaf leaf, _)) {
      return isTaken(root.inner(), root.child(0), leaf);
    }
    List<VisitedNode> below = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      VisitedNode node = InnerWalk.found(root.child(i), root.begin(i), answers.get(i));
      if (node == null || !node.items().isWhole()) {
        return false;
      }
      below.add(node);
    }
    return isTaken(root.inner(), below);
  }

  private boolean isTaken(Inner root, NodeKey child, Leaf leaf) {
    long version = tree.firstVersion();
    Leaf taken = new Leaf(version, leaf.clock(), leaf.registers(), root.nextName(), tree.name());
    return isDone(
        List.of(
            new NodeRequest.Put(tree.root(), taken, Expected.unchanged(root)),
            new NodeRequest.Delete(tree.root(), Item.Name.C, Expected.PRESENT),
            new NodeRequest.Delete(child, Item.Name.N, Expected.unchanged(leaf))));
  }

  private boolean isTaken(Inner root, List<VisitedNode> below) {
    List<Write> writes = new ArrayList<>();
    List<Child> children = new ArrayList<>();
    Map<Long, Tally> tallies = new HashMap<>();
    long next = root.nextName();
    for (VisitedNode node : below) {
      writes.addAll(deletions(node));
      for (int i = 0; i < node.inner().children().size(); i++) {
        Child child = node.inner().children().get(i);
        tallies.put(next, node.counts().children().get(child.name()));
        children.add(new Child(node.begin(i), child.id(), next++));
      }
    }
    boolean isLow = below.getFirst().inner().overLeaves();
    long version = tree.firstVersion();
    Inner inner = new Inner(version, null, isLow, next, children, tree.name());
    InnerCounts counts = new InnerCounts(version, tallies);
    writes.add(new NodeRequest.Put(tree.root(), inner, Expected.unchanged(root)));
    writes.add(new NodeRequest.Put(tree.root(), counts, Expected.PRESENT));
    return (below.size() == 1 || tree.limits().isSmall(inner, counts)) && isDone(writes);
  }

  private static List<Write> deletions(VisitedNode gone) {
    return List.of(
        new NodeRequest.Delete(gone.node(), Item.Name.N, Expected.unchanged(gone.inner())),
        new NodeRequest.Delete(gone.node(), Item.Name.C, Expected.unchanged(gone.counts())));
  }
}
