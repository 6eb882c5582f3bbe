package pagemark.dynamodb.tree;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.dynamodb.node.Counts;
import pagemark.dynamodb.node.Inner;
import pagemark.dynamodb.node.Kid;
import pagemark.dynamodb.node.Leaf;
import pagemark.dynamodb.node.Tally;
import pagemark.dynamodb.request.Answer;
import pagemark.dynamodb.request.Request;
import pagemark.dynamodb.request.Request.Expected;
import pagemark.dynamodb.tree.InnerWalk.Found;

/// Compares every tally of a tree with its node, from the leaves up. A tally of an older version is
/// behind: some writer is about to tell it, or died before. One that differs at the same version is
/// wrong.
///
/// Costs a consistent read of each node.
record Recount(Tree tree) {
  private static final int TRIES_MAX = 5;

  /// The number of tallies that are behind or wrong.
  long differences() {
    return new InnerWalk(tree).sum(found -> corrections(found.inner(), found.counts()).size());
  }

  /// Corrects all tallies.
  ///
  /// @return the number of those that were behind or wrong
  long correct() {
    return new InnerWalk(tree).sum(this::correct);
  }

  private long correct(Found found) {
    for (int tries = 0; tries < TRIES_MAX; tries++) {
      Answer answer = tree.nodes().send(new Request.GetNode(found.node(), true));
      if (!(answer instanceof Answer.Node(Inner inner, Counts counts)) || counts == null) {
        return 0;
      }
      Map<Long, Tally> corrections = corrections(inner, counts);
      if (corrections.isEmpty()) {
        return 0;
      }
      Map<Long, Tally> all = new HashMap<>(counts.kids());
      all.putAll(corrections);
      Counts corrected = new Counts(counts.version() + 1, all);
      Request put = new Request.Put(found.node(), corrected, Expected.unchanged(counts));
      if (tree.nodes().send(put) instanceof Answer.Done) {
        return corrections.size();
      }
      tree.backOff(tries);
    }
    return 0;
  }

  /// The tallies as they should be, of kids whose tallies are not so.
  private Map<Long, Tally> corrections(Inner inner, Counts counts) {
    List<Request> requests = new ArrayList<>();
    for (Kid kid : inner.kids()) {
      requests.add(
          inner.overLeaves()
              ? new Request.Get(tree.root().node(kid.id()), true)
              : new Request.GetNode(tree.root().node(kid.id()), true));
    }
    List<Answer> answers = tree.nodes().send(requests);
    Map<Long, Tally> corrections = new HashMap<>();
    for (int i = 0; i < requests.size(); i++) {
      Kid kid = inner.kids().get(i);
      Tally told = counts.kids().get(kid.name());
      Tally truth = tally(answers.get(i));
      if (told != null && truth != null && !told.counts(truth)) {
        corrections.put(kid.name(), truth);
      }
    }
    return corrections;
  }

  private static @Nullable Tally tally(Answer answer) {
    return switch (answer) {
      case Answer.Content(Leaf leaf) -> leaf.tally();
      case Answer.Node(_, Counts counts) when counts != null -> counts.tally();
      case Answer.Content _, Answer.Node _, Answer.Done _, Answer.Refused _, Answer.Busy _ -> null;
    };
  }
}
