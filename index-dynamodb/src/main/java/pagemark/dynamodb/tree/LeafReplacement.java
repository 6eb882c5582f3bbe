package pagemark.dynamodb.tree;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import pagemark.dynamodb.node.Child;
import pagemark.dynamodb.node.Inner;
import pagemark.dynamodb.node.Item;
import pagemark.dynamodb.node.Leaf;
import pagemark.dynamodb.node.NodeKey;
import pagemark.dynamodb.node.Tally;
import pagemark.dynamodb.request.NodeAnswer;
import pagemark.dynamodb.request.NodeRequest;
import pagemark.dynamodb.request.NodeRequest.Expected;
import pagemark.dynamodb.request.NodeRequest.Write;
import pagemark.dynamodb.tree.InnerWalk.VisitedNode;
import pagemark.dynamodb.tree.LeafRuns.Run;
import pagemark.entry.Bytes;

/// The transaction that makes the new leaves of a lowest inner node. It takes as many as fit; the
/// others keep their old leaves, and come in another transaction.
final class LeafReplacement {
  private static final int WRITES_MAX = NodeRequest.Transaction.WRITES_MAX;

  /// The writes of a run beside those of its old leaves, and the two of the inner node.
  private static final int WRITES_BESIDE = 3;

  private final Tree tree;
  private final VisitedNode node;
  private final List<Leaf> leaves;
  private final List<Child> children = new ArrayList<>();
  private final List<Write> writes = new ArrayList<>();
  private final Set<Long> gone = new HashSet<>();
  private final Map<Long, Tally> made = new HashMap<>();
  private long next;
  private long losses;
  private boolean isCut;

  /// @param leaves those of the node, in order
  LeafReplacement(Tree tree, VisitedNode node, List<Leaf> leaves) {
    this.tree = tree;
    this.node = node;
    this.leaves = leaves;
    this.next = node.inner().nextName();
  }

  /// Adds the next run of leaves. Once one does not fit, no later one is made.
  void add(Run run) {
    boolean fits = !isCut && writes.size() + run.length() + WRITES_BESIDE <= WRITES_MAX;
    if (run.isNew() && fits) {
      make(run);
    } else {
      children.addAll(node.inner().children().subList(run.from(), run.to()));
      isCut |= run.isNew();
    }
  }

  private void make(Run run) {
    List<Child> old = node.inner().children().subList(run.from(), run.to());
    Bytes begin = run.separator() == null ? old.getFirst().separator() : run.separator();
    NodeKey leaf = tree.newNode();
    for (int i = run.from(); i < run.to(); i++) {
      Expected unchanged = Expected.unchanged(leaves.get(i));
      writes.add(new NodeRequest.Delete(node.child(i), Item.Name.N, unchanged));
      gone.add(node.inner().children().get(i).name());
    }
    writes.add(new NodeRequest.Put(leaf, run.leaf(), Expected.ABSENT));
    children.add(new Child(begin, leaf.id(), next));
    made.put(next++, run.leaf().tally());
    losses += run.length() - 1 + run.changes();
  }

  boolean isEmpty() {
    return writes.isEmpty();
  }

  /// Whether a run did not fit.
  boolean isCut() {
    return isCut;
  }

  /// How many leaves and registers are gone with it.
  long losses() {
    return losses;
  }

  /// Sends the transaction, and raises the node's tally if that has changed.
  ///
  /// @return false if it was refused
  boolean send() {
    Inner inner = node.inner();
    writes.add(
        new NodeRequest.Put(node.node(), inner.with(children, next), Expected.unchanged(inner)));
    writes.add(new NodeRequest.ReplaceChildren(node.node(), gone, made));
    NodeAnswer answer = tree.nodes().send(new NodeRequest.Transaction(writes));
    tree.structures().forget(node.node());
    boolean isDone = answer instanceof NodeAnswer.Done;
    if (isDone && !node.counts().countsSame(gone, made.values())) {
      new Propagation(tree).raise(List.of(ChangedNode.at(node.begin())));
    }
    return isDone;
  }
}
