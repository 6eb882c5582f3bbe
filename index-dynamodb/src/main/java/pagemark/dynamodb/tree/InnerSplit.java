package pagemark.dynamodb.tree;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.dynamodb.node.Counts;
import pagemark.dynamodb.node.Inner;
import pagemark.dynamodb.node.ItemCodec;
import pagemark.dynamodb.node.Kid;
import pagemark.dynamodb.node.NodeKey;
import pagemark.dynamodb.node.Tally;
import pagemark.dynamodb.request.Answer;
import pagemark.dynamodb.request.Request;
import pagemark.dynamodb.request.Request.Expected;
import pagemark.dynamodb.tree.Path.Step;
import pagemark.entry.Bytes;

/// Divides an inner node that has too many kids, or too large counts. One transaction changes the
/// node and its parent. A root gets two new nodes below it, because its id stays.
///
/// Both halves go on with the names of the whole, so that a tally that comes late never meets
/// another kid under its kid's name.
record InnerSplit(Tree tree) {
  private static final int TRIES_MAX = 20;

  /// Where to divide a node that grows at its end.
  private static final double AT_END = 0.9;

  /// Divides a node if it needs it, and then its halves and its parent.
  ///
  /// @param above the inner nodes above, the root first
  /// @param made some of its tallies, which tell how large its counts may be
  void check(List<Step> above, NodeKey node, Inner inner, Collection<Tally> made) {
    int tallyBytes = made.stream().mapToInt(InnerSplit::bytes).max().orElse(0);
    if (tree.shape().isTooLarge(inner)
        || inner.kids().size() * tallyBytes > tree.shape().countsBytes()) {
      split(above, node);
    }
  }

  /// The size of a tally in its parent's counts, with its name.
  private static int bytes(Tally tally) {
    return ItemCodec.tally(tally).b().asByteArrayUnsafe().length + 4;
  }

  /// A node as it was read.
  private record Read(NodeKey node, Inner inner, Counts counts) {
    private boolean isWhole() {
      return inner.names().equals(counts.kids().keySet());
    }
  }

  private void split(List<Step> above, NodeKey node) {
    for (int tries = 0; tries < TRIES_MAX; tries++) {
      List<NodeKey> wanted = new ArrayList<>(List.of(node));
      if (!above.isEmpty()) {
        wanted.add(above.getLast().node());
      }
      List<Answer> answers =
          tree.nodes().send(wanted.stream().map(n -> new Request.GetNode(n, true)).toList());
      Read read = read(node, answers.getFirst());
      if (read == null
          || (read.isWhole() && !tree.shape().isTooLarge(read.inner(), read.counts()))) {
        return;
      }
      Read parent = above.isEmpty() ? null : read(wanted.getLast(), answers.getLast());
      if (parent == null ? !node.isRoot() : parent.inner().indexOf(node.id()) < 0) {
        return;
      }
      if (read.isWhole() && (parent == null ? splitRoot(read) : splitBelow(above, parent, read))) {
        return;
      }
      tree.backOff(tries);
    }
  }

  private static @Nullable Read read(NodeKey node, Answer answer) {
    return answer instanceof Answer.Node(Inner inner, Counts counts) && counts != null
        ? new Read(node, inner, counts)
        : null;
  }

  private static int middle(Inner inner) {
    int kids = inner.kids().size();
    for (int i = 1; i < kids; i++) {
      if (inner.kids().get(i - 1).name() > inner.kids().get(i).name()) {
        return kids / 2;
      }
    }
    return Math.clamp((int) (kids * AT_END), 1, kids - 1);
  }

  /// A half of a node.
  private record Half(Inner inner, Counts counts) {
    static Half of(Read whole, int from, int to, @Nullable Bytes end, long version, long counted) {
      List<Kid> kids = new ArrayList<>(whole.inner().kids().subList(from, to));
      kids.set(0, kids.getFirst().from(Kid.FIRST));
      Map<Long, Tally> tallies = new HashMap<>(whole.counts().kids());
      Inner inner =
          new Inner(version, end, whole.inner().overLeaves(), whole.inner().nextName(), kids, null);
      tallies.keySet().retainAll(inner.names());
      return new Half(inner, new Counts(counted, tallies));
    }

    void addTo(List<Request.Write> writes, NodeKey node) {
      writes.add(new Request.Put(node, inner, Expected.ABSENT));
      writes.add(new Request.Put(node, counts, Expected.ABSENT));
    }
  }

  private boolean splitRoot(Read root) {
    int middle = middle(root.inner());
    Bytes separator = root.inner().kids().get(middle).separator();
    Half left = Half.of(root, 0, middle, separator, 1, 1);
    Half right = Half.of(root, middle, root.inner().kids().size(), null, 1, 1);
    NodeKey low = tree.newNode();
    NodeKey high = tree.newNode();
    long name = root.inner().nextName();
    Inner inner =
        new Inner(
            root.inner().version() + 1,
            null,
            false,
            name + 2,
            List.of(new Kid(Kid.FIRST, low.id(), name), new Kid(separator, high.id(), name + 1)),
            tree.name());
    Counts counts =
        new Counts(
            root.counts().version() + 1,
            Map.of(name, left.counts().tally(), name + 1, right.counts().tally()));
    List<Request.Write> writes = new ArrayList<>();
    writes.add(new Request.Put(root.node(), inner, Expected.unchanged(root.inner())));
    writes.add(new Request.Put(root.node(), counts, Expected.unchanged(root.counts())));
    left.addTo(writes, low);
    right.addTo(writes, high);
    tree.structures().forget(root.node());
    if (!isDone(writes)) {
      return false;
    }
    List<Step> above = List.of(new Step(root.node(), inner));
    check(above, low, left.inner(), left.counts().kids().values());
    return true;
  }

  private boolean splitBelow(List<Step> above, Read parent, Read read) {
    int middle = middle(read.inner());
    Bytes separator = read.inner().kids().get(middle).separator();
    Half left =
        Half.of(
            read, 0, middle, separator, read.inner().version() + 1, read.counts().version() + 1);
    Half right = Half.of(read, middle, read.inner().kids().size(), read.inner().end(), 1, 1);
    NodeKey made = tree.newNode();
    int kid = parent.inner().indexOf(read.node().id());
    long name = parent.inner().kids().get(kid).name();
    long other = parent.inner().nextName();
    List<Kid> kids = new ArrayList<>(parent.inner().kids());
    kids.add(kid + 1, new Kid(separator, made.id(), other));
    Inner inner = parent.inner().with(kids, other + 1);
    Map<Long, Tally> tallies = Map.of(name, left.counts().tally(), other, right.counts().tally());
    List<Request.Write> writes = new ArrayList<>();
    writes.add(new Request.Put(read.node(), left.inner(), Expected.unchanged(read.inner())));
    writes.add(new Request.Put(read.node(), left.counts(), Expected.unchanged(read.counts())));
    right.addTo(writes, made);
    writes.add(new Request.Put(parent.node(), inner, Expected.unchanged(parent.inner())));
    writes.add(new Request.Exchange(parent.node(), Set.of(name), tallies));
    tree.structures().forget(read.node());
    tree.structures().forget(parent.node());
    if (!isDone(writes)) {
      return false;
    }
    List<Step> higher = above.subList(0, above.size() - 1);
    List<Step> same = new ArrayList<>(higher);
    same.add(new Step(parent.node(), inner));
    check(same, read.node(), left.inner(), left.counts().kids().values());
    check(higher, parent.node(), inner, tallies.values());
    return true;
  }

  private boolean isDone(List<Request.Write> writes) {
    return tree.nodes().send(new Request.Transaction(writes)) instanceof Answer.Done;
  }
}
