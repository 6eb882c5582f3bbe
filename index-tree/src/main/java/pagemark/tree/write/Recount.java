package pagemark.tree.write;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.tree.node.Inner;
import pagemark.tree.node.Inner.Child;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.node.InnerNode;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.NodeKey;
import pagemark.tree.node.Tally;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.NodeRequest.Expected;
import pagemark.tree.write.Recount.InnerWalk.VisitedNode;

/// Compares every tally of a tree with its node, from the leaves up. A tally of an older version is
/// behind: some writer is about to raise it, or died before. One that differs at the same version
/// is wrong. Readers do not believe the tally of the last child of a node at the end of the group,
/// so it is left out.
///
/// A child that is missing may have just been replaced. If it is lost, the tree is torn.
///
/// Costs a consistent read of each node.
record Recount(Tree tree) {
  private static final int TRIES_MAX = 5;

  /// The number of tallies that are behind or wrong.
  ///
  /// @throws IndexException.Torn if a counted node is lost
  long differences() {
    return new InnerWalk(tree).sum(found -> corrections(found).size());
  }

  /// Corrects all tallies.
  ///
  /// @return the number of those that were behind or wrong
  long correct() {
    return new InnerWalk(tree).sum(this::correct);
  }

  private long correct(VisitedNode found) {
    for (int tries = 0; tries < TRIES_MAX; tries++) {
      NodeAnswer answer = tree.nodes().send(new NodeRequest.GetNode(found.node(), true));
      VisitedNode now = InnerWalk.found(found.node(), found.begin(), answer);
      Map<Long, Tally> corrections = now == null ? Map.of() : corrections(now);
      if (now == null || corrections.isEmpty()) {
        return 0;
      }
      InnerCounts counts = now.counts();
      Map<Long, Tally> all = new HashMap<>(counts.children());
      all.putAll(corrections);
      InnerCounts corrected = new InnerCounts(counts.version() + 1, all);
      NodeRequest put = new NodeRequest.Put(found.node(), corrected, Expected.unchanged(counts));
      if (tree.nodes().send(put) instanceof NodeAnswer.Done) {
        return corrections.size();
      }
      tree.backOff(tries);
    }
    return 0;
  }

  /// The tallies as they should be, of children whose tallies are not so.
  private Map<Long, Tally> corrections(VisitedNode found) {
    Inner inner = found.inner();
    InnerCounts counts = found.counts();
    if (!found.items().isWhole()) {
      tree.refuseTorn(found.begin(0));
    }
    List<NodeRequest> requests = new ArrayList<>();
    for (Child child : inner.countedChildren()) {
      requests.add(
          inner.overLeaves()
              ? new NodeRequest.Get(tree.root().node(child.id()), true)
              : new NodeRequest.GetNode(tree.root().node(child.id()), true));
    }
    List<NodeAnswer> answers = tree.nodes().send(requests);
    Map<Long, Tally> corrections = new HashMap<>();
    for (int i = 0; i < requests.size(); i++) {
      Child child = inner.children().get(i);
      Tally kept = counts.children().get(child.name());
      Tally truth = tally(answers.get(i));
      if (kept == null || truth == null) {
        tree.refuseTorn(found.begin(i));
      } else if (!kept.counts(truth)) {
        corrections.put(child.name(), truth);
      }
    }
    return corrections;
  }

  private static @Nullable Tally tally(NodeAnswer answer) {
    return switch (answer) {
      case NodeAnswer.Content(Leaf leaf) -> leaf.tally();
      case NodeAnswer.Node(Inner _, InnerCounts counts) when counts != null -> counts.tally();
      case NodeAnswer.Content _,
          NodeAnswer.Node _,
          NodeAnswer.Done _,
          NodeAnswer.Refused _,
          NodeAnswer.Busy _ ->
          null;
    };
  }

  /// Reads all inner nodes of a tree, consistently, with one request for each. There is one inner
  /// node for 70 leaves. The inner nodes of one parent are read together, and at most those of one
  /// parent at each level are held.
  ///
  /// A node that changes meanwhile may be seen as it was, or not at all.
  record InnerWalk(Tree tree) {
    /// An inner node, with its key and the first place of its range.
    record VisitedNode(NodeKey node, Bytes begin, InnerNode items) {
      Inner inner() {
        return items.inner();
      }

      InnerCounts counts() {
        return items.counts();
      }

      /// The first place of a child's range.
      Bytes begin(int child) {
        Bytes separator = inner().children().get(child).separator();
        return separator.length() == 0 ? begin : separator;
      }

      NodeKey child(int index) {
        return node.node(inner().children().get(index).id());
      }
    }

    /// Visits the inner nodes, each after those below it. There is none if the root is a leaf, or
    /// not there.
    ///
    /// @return the sum of what the visitor returns
    long sum(ToLongFunction<VisitedNode> visitor) {
      NodeAnswer answer = tree.nodes().send(new NodeRequest.GetNode(tree.root(), true));
      VisitedNode root = found(tree.root(), Child.FIRST, answer);
      return root == null ? 0 : sum(root, visitor);
    }

    private long sum(VisitedNode found, ToLongFunction<VisitedNode> visitor) {
      long below = 0;
      if (!found.inner().overLeaves()) {
        for (VisitedNode child : children(found)) {
          below += sum(child, visitor);
        }
      }
      return below + visitor.applyAsLong(found);
    }

    private List<VisitedNode> children(VisitedNode parent) {
      List<NodeKey> nodes =
          parent.inner().children().stream().map(child -> tree.root().node(child.id())).toList();
      List<NodeAnswer> answers =
          tree.nodes()
              .send(nodes.stream().map(node -> new NodeRequest.GetNode(node, true)).toList());
      List<VisitedNode> children = new ArrayList<>();
      for (int i = 0; i < nodes.size(); i++) {
        VisitedNode child = found(nodes.get(i), parent.begin(i), answers.get(i));
        if (child != null) {
          children.add(child);
        }
      }
      return children;
    }

    static @Nullable VisitedNode found(NodeKey node, Bytes begin, NodeAnswer answer) {
      InnerNode items = answer.inner();
      return items == null ? null : new VisitedNode(node, begin, items);
    }
  }
}
