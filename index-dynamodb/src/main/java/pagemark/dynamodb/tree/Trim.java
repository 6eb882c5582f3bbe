package pagemark.dynamodb.tree;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import pagemark.dynamodb.node.Counts;
import pagemark.dynamodb.node.Inner;
import pagemark.dynamodb.node.Item;
import pagemark.dynamodb.node.Kid;
import pagemark.dynamodb.node.Leaf;
import pagemark.dynamodb.node.NodeKey;
import pagemark.dynamodb.node.Register;
import pagemark.dynamodb.node.Tally;
import pagemark.dynamodb.request.Answer;
import pagemark.dynamodb.request.Request;
import pagemark.dynamodb.request.Request.Expected;
import pagemark.dynamodb.tree.InnerWalk.Found;
import pagemark.dynamodb.tree.Path.Step;
import pagemark.entry.Bytes;

/// Takes away what a tree does not need any more:
///
/// - A small leaf and a neighbour become one leaf.
/// - A leaf goes if it has had neither entries nor stamped registers for a period, with the inner
///   nodes that have no other kid. Its range goes to a neighbour of the same parent.
/// - A root with one kid takes the kid's content. An empty root leaf goes.
/// - A root leaf loses the stamps that are too old.
///
/// Each is one transaction or put. If it is refused, somebody else has changed the nodes, and a
/// later write tries again.
///
/// @param period of the store's clock
record Trim(Tree tree, long period) {
  private static final int SHRINKS_MAX = 20;

  /// Joins the leaf of a place with a neighbour of the same parent, if both are small.
  ///
  /// @return whether it was done, so that the parent's counts must be told
  boolean join(Bytes place) {
    Path path = new Paths(tree).to(place);
    if (path.leaf().isRoot() || path.parent().inner().kids().size() < 2) {
      return false;
    }
    Inner inner = path.parent().inner();
    int from = Math.min(inner.indexOf(path.leaf().id()), inner.kids().size() - 2);
    NodeKey left = path.leaf().node(inner.kids().get(from).id());
    NodeKey right = path.leaf().node(inner.kids().get(from + 1).id());
    List<Answer> answers =
        tree.nodes().send(List.of(new Request.Get(left, true), new Request.Get(right, true)));
    return answers.getFirst() instanceof Answer.Content(Leaf a)
        && answers.getLast() instanceof Answer.Content(Leaf b)
        && join(path, from, a, b);
  }

  private boolean join(Path path, int from, Leaf left, Leaf right) {
    Step parent = path.parent();
    long clock = Math.max(left.clock(), right.clock());
    NavigableMap<Bytes, Register> registers = new TreeMap<>(left.alive(clock));
    registers.putAll(right.alive(clock));
    Leaf joined = new Leaf(1, clock, registers);
    if (joined.bytes() > Shape.JOINED * tree.shape().leafBytes()) {
      return false;
    }
    NodeKey made = tree.newNode();
    List<Kid> old = parent.inner().kids().subList(from, from + 2);
    Inner inner =
        parent.inner().exchange(from, from + 2, List.of(new Kid(Kid.FIRST, made.id(), 0)));
    long name = inner.kids().get(from).name();
    boolean done =
        isDone(
            path,
            List.of(
                deletion(path.leaf().node(old.getFirst().id()), left),
                deletion(path.leaf().node(old.getLast().id()), right),
                new Request.Put(made, joined, Expected.ABSENT),
                new Request.Put(parent.node(), inner, Expected.unchanged(parent.inner())),
                new Request.Exchange(
                    parent.node(),
                    Set.of(old.getFirst().name(), old.getLast().name()),
                    Map.of(name, joined.tally()))));
    if (done && parent.node().isRoot() && inner.kids().size() == 1) {
      shrink();
    }
    return done;
  }

  private static Request.Delete deletion(NodeKey node, Item.Content seen) {
    return new Request.Delete(node, Item.Name.N, Expected.unchanged(seen));
  }

  private static Request.Delete deletionOfCounts(NodeKey node) {
    return new Request.Delete(node, Item.Name.C, Expected.PRESENT);
  }

  private boolean isDone(Path path, List<Request.Write> writes) {
    Answer answer = tree.nodes().send(new Request.Transaction(writes));
    tree.forget(path);
    return answer instanceof Answer.Done;
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

  /// Unlinks the leaves below an inner node that have no entries, if they have said nothing for a
  /// period.
  ///
  /// @return how many are gone
  long unlinkEmpty(Found found) {
    Inner inner = found.inner();
    long gone = 0;
    for (int i = 0; i < inner.kids().size() && inner.overLeaves(); i++) {
      Tally tally = found.counts().kids().get(inner.kids().get(i).name());
      if (tally != null && tally.entries() == 0 && unlink(found.begin(i))) {
        gone++;
      }
    }
    return gone;
  }

  private boolean unlink(Path path) {
    Answer answer = tree.nodes().send(new Request.Get(path.leaf(), true));
    if (!(answer instanceof Answer.Content(Leaf leaf))) {
      tree.forgetParent(path);
      return false;
    }
    if (isNeeded(leaf, period)) {
      return false;
    }
    int depth = path.steps().size() - 1;
    while (depth >= 0 && path.steps().get(depth).inner().kids().size() == 1) {
      depth--;
    }
    boolean done = depth < 0 ? unlinkAll(path, leaf) : unlinkBelow(path, depth, leaf);
    if (done && depth >= 0) {
      new Propagation(tree).tell(List.of(Touched.at(path.place())));
      if (depth == 0 && path.steps().getFirst().inner().kids().size() == 2) {
        shrink();
      }
    }
    return done;
  }

  /// Whether a leaf has entries, or had a stamped register a period ago.
  static boolean isNeeded(Leaf leaf, long period) {
    return !leaf.alive(Math.max(leaf.clock(), period) - 1).isEmpty();
  }

  /// Drops the old stamps of a root leaf, if it has entries. Without entries it goes later, and
  /// until then its registers tell when.
  ///
  /// @return the number of registers that have changed
  long dropStamps(Leaf root) {
    Fold fold = Fold.of(root, List.of(), period);
    long old =
        root.registers().entrySet().stream()
            .filter(e -> !e.getValue().equals(fold.registers().get(e.getKey())))
            .count();
    if (old == 0 || fold.registers().isEmpty()) {
      return 0;
    }
    Leaf left = root.with(root.version() + 1, fold.clock(), fold.registers());
    Request put = new Request.Put(tree.root(), left, Expected.unchanged(root));
    return tree.nodes().send(put) instanceof Answer.Done ? old : 0;
  }

  /// The deletions of a leaf and of the inner nodes between it and a depth.
  private static List<Request.Write> deletions(Path path, int depth, Leaf leaf) {
    List<Request.Write> writes = new ArrayList<>(List.of(deletion(path.leaf(), leaf)));
    for (Step step : path.steps().subList(depth + 1, path.steps().size())) {
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
      return tree.nodes().send(deletion(path.leaf(), leaf)) instanceof Answer.Done;
    }
    Step root = path.steps().getFirst();
    List<Request.Write> writes = deletions(path, 0, leaf);
    Leaf empty =
        new Leaf(
            tree.firstVersion(),
            leaf.clock(),
            new TreeMap<>(),
            root.inner().nextName(),
            tree.name());
    writes.add(new Request.Put(root.node(), empty, Expected.unchanged(root.inner())));
    writes.add(deletionOfCounts(root.node()));
    return isDone(path, writes);
  }

  /// Removes a leaf and all between it and an inner node with other kids. The right neighbour takes
  /// the range, as no other node's end changes then. A last leaf goes to its left neighbour, as
  /// leaves know no end. A last inner node stays until it is alone.
  private boolean unlinkBelow(Path path, int depth, Leaf leaf) {
    Step step = path.steps().get(depth);
    int kid = step.kid(path.place());
    List<Kid> kids = new ArrayList<>(step.inner().kids());
    boolean isLast = kid == kids.size() - 1;
    if (isLast && depth < path.steps().size() - 1) {
      return false;
    }
    Kid gone = kids.remove(kid);
    if (!isLast) {
      kids.set(kid, kids.get(kid).from(gone.separator()));
    }
    List<Request.Write> writes = deletions(path, depth, leaf);
    Inner inner = step.inner().with(kids, step.inner().nextName());
    writes.add(new Request.Put(step.node(), inner, Expected.unchanged(step.inner())));
    writes.add(new Request.Exchange(step.node(), Set.of(gone.name()), Map.of()));
    return isDone(path, writes);
  }

  /// Lets a root of one kid take the kid's content, as often as that is so.
  private void shrink() {
    for (int level = 0; level < SHRINKS_MAX; level++) {
      tree.structures().forget(tree.root());
      if (!(node(tree.root()) instanceof Answer.Node(Inner root, Counts counts))
          || counts == null
          || root.kids().size() != 1) {
        return;
      }
      NodeKey kid = tree.root().node(root.kids().getFirst().id());
      List<Request.Write> writes = taken(root, kid, node(kid));
      if (writes == null
          || !(tree.nodes().send(new Request.Transaction(writes)) instanceof Answer.Done)) {
        return;
      }
      tree.structures().forget(kid);
    }
  }

  private Answer node(NodeKey node) {
    return tree.nodes().send(new Request.GetNode(node, true));
  }

  /// @return null if the kid is not whole
  private @Nullable List<Request.Write> taken(Inner root, NodeKey kid, Answer below) {
    Expected unchanged = Expected.unchanged(root);
    if (below instanceof Answer.Node(Leaf leaf, _)) {
      Leaf taken =
          new Leaf(
              tree.firstVersion(), leaf.clock(), leaf.registers(), root.nextName(), tree.name());
      return List.of(
          new Request.Put(tree.root(), taken, unchanged),
          deletionOfCounts(tree.root()),
          deletion(kid, leaf));
    }
    if (!(below instanceof Answer.Node(Inner inner, Counts counts))
        || counts == null
        || !inner.names().equals(counts.kids().keySet())) {
      return null;
    }
    long next = Math.max(root.nextName(), inner.nextName());
    Inner none =
        new Inner(tree.firstVersion() - 1, null, inner.overLeaves(), next, List.of(), tree.name());
    Inner taken = none.exchange(0, 0, inner.kids());
    Map<Long, Tally> tallies = new HashMap<>();
    for (int i = 0; i < inner.kids().size(); i++) {
      tallies.put(taken.kids().get(i).name(), counts.kids().get(inner.kids().get(i).name()));
    }
    return List.of(
        new Request.Put(tree.root(), taken, unchanged),
        new Request.Put(tree.root(), new Counts(tree.firstVersion(), tallies), Expected.PRESENT),
        deletion(kid, inner),
        new Request.Delete(kid, Item.Name.C, Expected.unchanged(counts)));
  }
}
