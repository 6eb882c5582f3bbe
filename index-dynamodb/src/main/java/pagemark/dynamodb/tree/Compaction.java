package pagemark.dynamodb.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import pagemark.dynamodb.node.Child;
import pagemark.dynamodb.node.Inner;
import pagemark.dynamodb.node.Item;
import pagemark.dynamodb.node.Leaf;
import pagemark.dynamodb.node.NodeKey;
import pagemark.dynamodb.request.NodeAnswer;
import pagemark.dynamodb.request.NodeRequest;
import pagemark.dynamodb.request.NodeRequest.Expected;
import pagemark.dynamodb.request.NodeRequest.Write;
import pagemark.dynamodb.tree.InnerWalk.VisitedNode;
import pagemark.dynamodb.tree.LeafRuns.Run;
import pagemark.dynamodb.tree.TreeWriter.SweepStep;
import pagemark.entry.Bytes;
import pagemark.index.IndexException;

/// A step of a sweep: compacts one lowest inner node and what is below it. It
///
/// 1. reads the way from the root, a node of each level, and then all leaves together;
/// 2. puts the leaves that lose registers, and replaces those that [LeafRuns] joins or makes anew,
///    in one transaction;
/// 3. unlinks the node if nothing has been said there for a period;
/// 4. joins it with its left neighbour if both are small, or if the separator between them has a
///    key that is gone ([InnerJoin]). The same with the nodes above that end here.
///
/// A put that is refused has met a writer. Then the step is tried again.
final class Compaction {
  private static final int TRIES_MAX = 4;
  private static final int LEVELS_MAX = 20;

  private final Tree tree;
  private final long period;
  private final Shrink shrink;

  /// A place whose leaf was not found.
  private Bytes lost = Child.FIRST;

  private long removed;

  Compaction(Tree tree, long period) {
    this.tree = tree;
    this.period = period;
    this.shrink = new Shrink(tree, period);
  }

  /// The write that a root leaf needs: it goes, or loses registers. Null if it needs none.
  static @Nullable Write ofRoot(NodeKey root, Leaf leaf, long period) {
    if (!Shrink.isNeeded(leaf, period)) {
      return new NodeRequest.Delete(root, Item.Name.N, Expected.unchanged(leaf));
    }
    return drop(root, leaf, Run.of(0, leaf, period));
  }

  /// How much the write of a root leaf removes.
  static long removed(Write write, Leaf leaf) {
    return write instanceof NodeRequest.Put(_, Leaf left, _)
        ? Math.max(1, leaf.registers().size() - left.registers().size())
        : 1;
  }

  private static @Nullable Write drop(NodeKey node, Leaf leaf, Run run) {
    return run.changes() == 0
        ? null
        : new NodeRequest.Put(
            node,
            leaf.with(leaf.version() + 1, run.clock(), run.registers()),
            Expected.unchanged(leaf));
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
        Inner inner = way.getLast().inner();
        LeafRuns runs = LeafRuns.of(inner, leaves, tree.limits().leafBytes(), period);
        boolean isDropped = drop(way.getLast(), leaves, runs.runs());
        Replaced replaced = replace(way.getLast(), leaves, runs);
        if (replaced == Replaced.SOME) {
          return new SweepStep(removed, from);
        }
        if ((isDropped && replaced != Replaced.REFUSED) || tries == TRIES_MAX - 1) {
          return new SweepStep(removed, next(way, runs.runs(), replaced));
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
      Write write = ofRoot(tree.root(), leaf, period);
      if (write != null && tree.nodes().send(write) instanceof NodeAnswer.Done) {
        removed += removed(write, leaf);
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
        boolean isInner = answer instanceof NodeAnswer.Node(Inner _, _);
        return node.isRoot() && !isInner ? way : null;
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
    List<Integer> losses = new ArrayList<>();
    for (Run run : runs) {
      Leaf leaf = leaves.get(run.from());
      Write write = run.isNew() ? null : drop(node.child(run.from()), leaf, run);
      if (write != null) {
        writes.add(write);
        losses.add(run.changes());
      }
    }
    List<NodeAnswer> answers = writes.isEmpty() ? List.of() : tree.nodes().send(writes);
    boolean isDone = true;
    for (int i = 0; i < writes.size(); i++) {
      boolean isPut = answers.get(i) instanceof NodeAnswer.Done;
      removed += isPut ? losses.get(i) : 0;
      isDone &= isPut;
    }
    return isDone;
  }

  /// How many of the new leaves were made.
  private enum Replaced {
    NONE,
    ALL,
    SOME,
    REFUSED
  }

  private Replaced replace(VisitedNode node, List<Leaf> leaves, LeafRuns runs) {
    LeafReplacement replacement = new LeafReplacement(tree, node, leaves);
    runs.runs().forEach(replacement::add);
    if (replacement.isEmpty()) {
      return Replaced.NONE;
    }
    if (!replacement.send()) {
      return Replaced.REFUSED;
    }
    removed += replacement.losses();
    return replacement.isCut() || !runs.isWhole() ? Replaced.SOME : Replaced.ALL;
  }

  /// Removes the node if it is not needed, or joins it and the nodes above that end with it.
  ///
  /// @return where to go on
  private @Nullable Bytes next(List<VisitedNode> way, List<Run> runs, Replaced replaced) {
    VisitedNode node = way.getLast();
    Bytes end = node.inner().end();
    boolean isAlone = runs.size() == 1;
    if (node.node().isRoot()) {
      if (isAlone) {
        shrink.collapseRoot();
        sweepRoot();
      }
      return end;
    }
    Run first = runs.getFirst();
    if (isAlone && first.registers().isEmpty() && isUnlinked(way)) {
      return end == null ? node.begin() : end;
    }
    boolean divides =
        first.registers().isEmpty() || LeafRuns.hasForeignKey(node.begin(), first.registers());
    boolean isJoined = join(node.begin(), divides, replaced == Replaced.NONE ? way : null);
    for (int depth = way.size() - 2; depth > 0; depth--) {
      VisitedNode above = way.get(depth);
      if (!Objects.equals(above.inner().end(), end)) {
        break;
      }
      if (!above.begin().equals(way.get(depth + 1).begin())) {
        join(above.begin(), false, null);
      }
    }
    return isJoined && divides ? node.begin() : end;
  }

  private boolean isUnlinked(List<VisitedNode> way) {
    way.forEach(each -> tree.structures().forget(each.node()));
    boolean isUnlinked = shrink.unlink(way.getLast().begin());
    removed += isUnlinked ? 1 : 0;
    return isUnlinked;
  }

  /// Joins the inner nodes on both sides of a place, from the highest level on that has two.
  ///
  /// @param divides see [InnerJoin#run]
  /// @param known the way to the place, if it was just read
  /// @return whether any were joined or divided anew
  private boolean join(Bytes place, boolean divides, @Nullable List<VisitedNode> known) {
    List<VisitedNode> way = known;
    for (int level = 0; level < LEVELS_MAX; level++) {
      way = way == null ? way(place) : way;
      int depth = way == null ? -1 : forkOf(way, place);
      if (way == null || depth < 0) {
        return level > 0;
      }
      VisitedNode parent = way.get(depth);
      int right = parent.inner().indexOf(place);
      if (!new InnerJoin(tree).run(parent, right, way.get(depth + 1), divides)) {
        return level > 0;
      }
      removed += divides ? 0 : 1;
      if (parent.node().isRoot() && parent.inner().children().size() == 2) {
        shrink.collapseRoot();
      }
      way = null;
    }
    return true;
  }

  /// The depth of the node that has inner children on both sides of a place; -1 if there is none.
  private static int forkOf(List<VisitedNode> way, Bytes place) {
    int depth = way.size() - 1;
    while (depth >= 0 && way.get(depth).inner().indexOf(place) == 0) {
      depth--;
    }
    return depth >= 0
            && depth < way.size() - 1
            && way.get(depth).begin(way.get(depth).inner().indexOf(place)).equals(place)
        ? depth
        : -1;
  }
}
