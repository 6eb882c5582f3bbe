package pagemark.tree.write;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.tree.node.Inner;
import pagemark.tree.node.Inner.Child;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.node.InnerNode;
import pagemark.tree.node.NodeKey;
import pagemark.tree.node.Tally;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.NodeRequest.Expected;
import pagemark.tree.write.Path.PathNode;

/// Divides an inner node that has too many children, or too large counts. One transaction changes
/// the node and its parent. A root gets two new nodes below it, because its id stays.
///
/// Both halves go on with the names of the whole, so that a tally that comes late never meets
/// another child under its child's name.
record InnerSplit(Tree tree) {
  private static final int TRIES_MAX = 20;

  /// Where to divide a node that grows at its end.
  private static final double AT_END = 0.9;

  /// Divides a node if it needs it, and then its halves and its parent.
  ///
  /// @param above the inner nodes above, the root first
  /// @param made some of its tallies, which tell how large its counts may be
  void check(List<PathNode> above, NodeKey node, Inner inner, Collection<Tally> made) {
    int tallyBytes = made.stream().mapToInt(InnerSplit::bytes).max().orElse(0);
    if (tree.limits().isTooLarge(inner)
        || inner.children().size() * tallyBytes > tree.limits().countsBytes()) {
      split(above, node);
    }
  }

  /// The size of a tally in its parent's counts, with its name.
  private static int bytes(Tally tally) {
    return tally.packed().length + 4;
  }

  private void split(List<PathNode> above, NodeKey node) {
    for (int tries = 0; tries < TRIES_MAX; tries++) {
      List<NodeKey> wanted = new ArrayList<>(List.of(node));
      if (!above.isEmpty()) {
        wanted.add(above.getLast().node());
      }
      List<NodeAnswer> answers =
          tree.nodes().send(wanted.stream().map(n -> new NodeRequest.GetNode(n, true)).toList());
      InnerNode read = answers.getFirst().inner();
      if (read == null
          || (read.isWhole() && !tree.limits().isTooLarge(read.inner(), read.counts()))) {
        return;
      }
      InnerNode parent = above.isEmpty() ? null : answers.getLast().inner();
      if (parent == null ? !node.isRoot() : parent.inner().indexOf(node.id()) < 0) {
        return;
      }
      if (read.isWhole()
          && (parent == null ? splitRoot(read) : splitBelow(above, parent, node, read))) {
        return;
      }
      tree.backOff(tries);
    }
  }

  private static int middle(Inner inner) {
    int children = inner.children().size();
    for (int i = 1; i < children; i++) {
      if (inner.children().get(i - 1).name() > inner.children().get(i).name()) {
        return children / 2;
      }
    }
    return Math.clamp((int) (children * AT_END), 1, children - 1);
  }

  private static InnerNode half(
      InnerNode whole, int from, int to, @Nullable Bytes end, long version, long counted) {
    List<Child> children = new ArrayList<>(whole.inner().children().subList(from, to));
    children.set(0, children.getFirst().from(Child.FIRST));
    Map<Long, Tally> tallies = new HashMap<>(whole.counts().children());
    Inner inner =
        new Inner(
            version, end, whole.inner().overLeaves(), whole.inner().nextName(), children, null);
    tallies.keySet().retainAll(inner.names());
    return new InnerNode(inner, new InnerCounts(counted, tallies));
  }

  private boolean splitRoot(InnerNode root) {
    int middle = middle(root.inner());
    Bytes separator = root.inner().children().get(middle).separator();
    InnerNode left = half(root, 0, middle, separator, 1, 1);
    InnerNode right = half(root, middle, root.inner().children().size(), null, 1, 1);
    NodeKey low = tree.newNode();
    NodeKey high = tree.newNode();
    long name = root.inner().nextName();
    Inner inner =
        new Inner(
            root.inner().version() + 1,
            null,
            false,
            name + 2,
            List.of(
                new Child(Child.FIRST, low.id(), name), new Child(separator, high.id(), name + 1)),
            tree.name());
    InnerCounts counts =
        new InnerCounts(
            root.counts().version() + 1,
            Map.of(name, left.counts().tally(), name + 1, right.counts().tally()));
    List<NodeRequest.Write> writes = new ArrayList<>();
    writes.add(new NodeRequest.Put(tree.root(), inner, Expected.unchanged(root.inner())));
    writes.add(new NodeRequest.Put(tree.root(), counts, Expected.unchanged(root.counts())));
    writes.addAll(NodeRequest.making(low, left));
    writes.addAll(NodeRequest.making(high, right));
    tree.structures().forget(tree.root());
    if (!isDone(writes)) {
      return false;
    }
    List<PathNode> above = List.of(new PathNode(tree.root(), inner));
    check(above, low, left.inner(), left.counts().children().values());
    return true;
  }

  private boolean splitBelow(List<PathNode> above, InnerNode parent, NodeKey node, InnerNode read) {
    int middle = middle(read.inner());
    Bytes separator = read.inner().children().get(middle).separator();
    InnerNode left =
        half(read, 0, middle, separator, read.inner().version() + 1, read.counts().version() + 1);
    InnerNode right = half(read, middle, read.inner().children().size(), read.inner().end(), 1, 1);
    NodeKey parentNode = above.getLast().node();
    NodeKey made = tree.newNode();
    int child = parent.inner().indexOf(node.id());
    long name = parent.inner().children().get(child).name();
    long other = parent.inner().nextName();
    List<Child> children = new ArrayList<>(parent.inner().children());
    children.add(child + 1, new Child(separator, made.id(), other));
    Inner inner = parent.inner().with(children, other + 1);
    Map<Long, Tally> tallies = Map.of(name, left.counts().tally(), other, right.counts().tally());
    List<NodeRequest.Write> writes = new ArrayList<>();
    writes.add(new NodeRequest.Put(node, left.inner(), Expected.unchanged(read.inner())));
    writes.add(new NodeRequest.Put(node, left.counts(), Expected.unchanged(read.counts())));
    writes.addAll(NodeRequest.making(made, right));
    writes.add(new NodeRequest.Put(parentNode, inner, Expected.unchanged(parent.inner())));
    writes.add(new NodeRequest.ReplaceChildren(parentNode, Set.of(name), tallies));
    tree.structures().forget(node);
    tree.structures().forget(parentNode);
    if (!isDone(writes)) {
      return false;
    }
    List<PathNode> higher = above.subList(0, above.size() - 1);
    List<PathNode> same = new ArrayList<>(higher);
    same.add(new PathNode(parentNode, inner));
    check(same, node, left.inner(), left.counts().children().values());
    check(higher, parentNode, inner, tallies.values());
    return true;
  }

  private boolean isDone(List<NodeRequest.Write> writes) {
    return tree.nodes().send(new NodeRequest.Transaction(writes)) instanceof NodeAnswer.Done;
  }
}
