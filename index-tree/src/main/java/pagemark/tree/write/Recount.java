package pagemark.tree.write;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.tree.node.Child;
import pagemark.tree.node.Inner;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.Tally;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.NodeRequest.Expected;
import pagemark.tree.write.InnerWalk.VisitedNode;

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
}
