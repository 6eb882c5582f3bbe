package pagemark.dynamodb.tree;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.dynamodb.node.Child;
import pagemark.dynamodb.node.Inner;
import pagemark.dynamodb.node.InnerCounts;
import pagemark.dynamodb.node.ItemCodec;
import pagemark.dynamodb.node.NodeKey;
import pagemark.dynamodb.node.Tally;
import pagemark.dynamodb.request.NodeAnswer;
import pagemark.dynamodb.request.NodeRequest;
import pagemark.dynamodb.request.NodeRequest.Expected;
import pagemark.dynamodb.tree.Path.PathNode;
import pagemark.entry.Bytes;

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
    return ItemCodec.tally(tally).b().asByteArrayUnsafe().length + 4;
  }

  /// A node as it was read.
  private record InnerRead(NodeKey node, Inner inner, InnerCounts counts) {
    private boolean isWhole() {
      return inner.names().equals(counts.children().keySet());
    }
  }

  private void split(List<PathNode> above, NodeKey node) {
    for (int tries = 0; tries < TRIES_MAX; tries++) {
      List<NodeKey> wanted = new ArrayList<>(List.of(node));
      if (!above.isEmpty()) {
        wanted.add(above.getLast().node());
      }
      List<NodeAnswer> answers =
          tree.nodes().send(wanted.stream().map(n -> new NodeRequest.GetNode(n, true)).toList());
      InnerRead read = read(node, answers.getFirst());
      if (read == null
          || (read.isWhole() && !tree.limits().isTooLarge(read.inner(), read.counts()))) {
        return;
      }
      InnerRead parent = above.isEmpty() ? null : read(wanted.getLast(), answers.getLast());
      if (parent == null ? !node.isRoot() : parent.inner().indexOf(node.id()) < 0) {
        return;
      }
      if (read.isWhole() && (parent == null ? splitRoot(read) : splitBelow(above, parent, read))) {
        return;
      }
      tree.backOff(tries);
    }
  }

  private static @Nullable InnerRead read(NodeKey node, NodeAnswer answer) {
    return answer instanceof NodeAnswer.Node(Inner inner, InnerCounts counts) && counts != null
        ? new InnerRead(node, inner, counts)
        : null;
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

  /// A half of a node.
  private record Half(Inner inner, InnerCounts counts) {
    static Half of(
        InnerRead whole, int from, int to, @Nullable Bytes end, long version, long counted) {
      List<Child> children = new ArrayList<>(whole.inner().children().subList(from, to));
      children.set(0, children.getFirst().from(Child.FIRST));
      Map<Long, Tally> tallies = new HashMap<>(whole.counts().children());
      Inner inner =
          new Inner(
              version, end, whole.inner().overLeaves(), whole.inner().nextName(), children, null);
      tallies.keySet().retainAll(inner.names());
      return new Half(inner, new InnerCounts(counted, tallies));
    }

    void addTo(List<NodeRequest.Write> writes, NodeKey node) {
      writes.add(new NodeRequest.Put(node, inner, Expected.ABSENT));
      writes.add(new NodeRequest.Put(node, counts, Expected.ABSENT));
    }
  }

  private boolean splitRoot(InnerRead root) {
    int middle = middle(root.inner());
    Bytes separator = root.inner().children().get(middle).separator();
    Half left = Half.of(root, 0, middle, separator, 1, 1);
    Half right = Half.of(root, middle, root.inner().children().size(), null, 1, 1);
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
    writes.add(new NodeRequest.Put(root.node(), inner, Expected.unchanged(root.inner())));
    writes.add(new NodeRequest.Put(root.node(), counts, Expected.unchanged(root.counts())));
    left.addTo(writes, low);
    right.addTo(writes, high);
    tree.structures().forget(root.node());
    if (!isDone(writes)) {
      return false;
    }
    List<PathNode> above = List.of(new PathNode(root.node(), inner));
    check(above, low, left.inner(), left.counts().children().values());
    return true;
  }

  private boolean splitBelow(List<PathNode> above, InnerRead parent, InnerRead read) {
    int middle = middle(read.inner());
    Bytes separator = read.inner().children().get(middle).separator();
    Half left =
        Half.of(
            read, 0, middle, separator, read.inner().version() + 1, read.counts().version() + 1);
    Half right = Half.of(read, middle, read.inner().children().size(), read.inner().end(), 1, 1);
    NodeKey made = tree.newNode();
    int child = parent.inner().indexOf(read.node().id());
    long name = parent.inner().children().get(child).name();
    long other = parent.inner().nextName();
    List<Child> children = new ArrayList<>(parent.inner().children());
    children.add(child + 1, new Child(separator, made.id(), other));
    Inner inner = parent.inner().with(children, other + 1);
    Map<Long, Tally> tallies = Map.of(name, left.counts().tally(), other, right.counts().tally());
    List<NodeRequest.Write> writes = new ArrayList<>();
    writes.add(new NodeRequest.Put(read.node(), left.inner(), Expected.unchanged(read.inner())));
    writes.add(new NodeRequest.Put(read.node(), left.counts(), Expected.unchanged(read.counts())));
    right.addTo(writes, made);
    writes.add(new NodeRequest.Put(parent.node(), inner, Expected.unchanged(parent.inner())));
    writes.add(new NodeRequest.ReplaceChildren(parent.node(), Set.of(name), tallies));
    tree.structures().forget(read.node());
    tree.structures().forget(parent.node());
    if (!isDone(writes)) {
      return false;
    }
    List<PathNode> higher = above.subList(0, above.size() - 1);
    List<PathNode> same = new ArrayList<>(higher);
    same.add(new PathNode(parent.node(), inner));
    check(same, read.node(), left.inner(), left.counts().children().values());
    check(higher, parent.node(), inner, tallies.values());
    return true;
  }

  private boolean isDone(List<NodeRequest.Write> writes) {
    return tree.nodes().send(new NodeRequest.Transaction(writes)) instanceof NodeAnswer.Done;
  }
}
