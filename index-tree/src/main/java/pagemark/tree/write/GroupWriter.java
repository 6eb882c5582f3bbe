package pagemark.tree.write;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import pagemark.index.Rule;
import pagemark.tree.node.Inner;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.NodeKey;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.NodeRequest.Expected;
import pagemark.tree.write.PendingOps.LeafOps;
import pagemark.tree.write.SweptLeaves.Fold;

/// Writes a batch of ops into one group. In each round it
///
/// 1. finds the leaf of each op that is left, and takes those that are due ([PendingOps]);
/// 2. reads these leaves, eventually consistent: a stale one only makes its put fail, or is read
///    again if an op without a fence seems done by it;
/// 3. folds the ops into each leaf ([Fold]);
/// 4. puts the leaves that have changed, if their version is the one that was read. If not, the
///    reply has the leaf, which is folded in the next round;
/// 5. splits the leaves that have become too large, those of one parent in one transaction.
///
/// Before an absence that has waited, and at last, [Propagation] raises the tallies of the leaves
/// that it has found or written. The end leaf is left out, because readers count it themselves, see
/// [Path#leadsToEnd]. So a record at the end of a group costs a put and nothing more.
///
/// A round takes one round trip for the reads, one for the puts, and one for each transaction. For
/// example, three ops that change two known leaves below a known root cost two reads of half a
/// unit, two puts of one unit, and one update of the root's counts: one unit for each KB of them.
final class GroupWriter {
  /// With the back-off, 100 tries take some 16 seconds. Only rounds in which others were in the way
  /// count; each other round finishes an op at least.
  private static final int TRIES_MAX = 100;

  private static final int SPLITS_PER_TRANSACTION = 8;

  private final Tree tree;
  private final Paths paths;
  private final long period;
  private final Verdicts verdicts = new Verdicts();
  private final List<ChangedNode> changed = new ArrayList<>();

  /// Leaves whose content is known; empty if there is none.
  private final Map<NodeKey, Optional<Leaf>> fresh = new HashMap<>();

  /// Leaves that must be read consistently, as another read did not find them or may be too old.
  private final Set<NodeKey> unsure = new HashSet<>();

  private final PendingOps pending;

  /// The rounds in which others were in the way.
  private int tries;

  /// Whether others were in the way in this round.
  private boolean isDisturbed;

  /// Whether the store could not do a write in this round.
  private boolean isBusy;

  /// @param ops at most one for each place
  /// @param period of the batch, see [Fold]
  GroupWriter(Tree tree, List<PlaceOp> ops, long period) {
    this.tree = tree;
    this.paths = new Paths(tree);
    this.pending = new PendingOps(ops);
    this.period = period;
  }

  /// Applies the ops.
  ///
  /// @param isTooLate asked before each write of a leaf; if true, nothing more is applied
  /// @return whether all ops were judged, before it was too late
  /// @throws pagemark.index.IndexException.Unavailable if the store throttles all tries, or others
  ///   changed the same leaves
  boolean write(BooleanSupplier isTooLate) {
    boolean inTime = true;
    tries = 0;
    while (!pending.isEmpty() && inTime) {
      if (pending.allWait()) {
        raise();
      }
      isDisturbed = false;
      isBusy = false;
      boolean refused = round(isTooLate);
      inTime = !isTooLate.getAsBoolean();
      if (isDisturbed && ++tries == TRIES_MAX) {
        tree.refuseTorn(pending.first().place());
        throw tree.failure(isBusy, "other writers changed the group at every try");
      }
      if (refused || (isDisturbed && tries > 1)) {
        tree.backOff(tries - 1);
        fresh.clear();
      }
    }
    raise();
    return pending.isEmpty();
  }

  private void raise() {
    new Propagation(tree).raise(changed);
    changed.clear();
    pending.presencesAreCounted();
  }

  Verdicts verdicts() {
    return verdicts;
  }

  /// @return whether a transaction was refused
  private boolean round(BooleanSupplier isTooLate) {
    pending.removeIf(verdicts::isVoid);
    List<LeafOps> targets = pending.takeDue(paths.to(pending.places(), fresh));
    Set<NodeKey> sure = new HashSet<>(fresh.keySet());
    sure.addAll(unsure);
    paths.readLeaves(targets.stream().map(LeafOps::path).toList(), fresh, unsure::contains);
    if (isTooLate.getAsBoolean()) {
      targets.forEach(target -> pending.add(target.ops()));
      return false;
    }
    List<LeafChange> puts = new ArrayList<>();
    List<LeafChange> splits = new ArrayList<>();
    for (LeafOps target : targets) {
      LeafChange change = fold(target);
      if (change == null) {
        continue;
      }
      if (change.seemsDone() && !sure.contains(change.node())) {
        unsure.add(change.node());
        pending.add(change.ops());
      } else if (!change.fold().isChange()) {
        verdicts.add(change.fold().verdicts());
        noteSeen(change);
      } else if (fits(change)) {
        puts.add(change);
      } else {
        splits.add(change);
      }
    }
    put(puts);
    return split(splits);
  }

  private boolean fits(LeafChange change) {
    boolean isCrowded = tries > 0 && change.path().leadsToEnd();
    int most = tree.limits().leafBytes() * (isCrowded ? NodeLimits.CROWDED : 1);
    return tree.limits().bytes(change.leaf()) <= most || change.leaf().registers().size() < 2;
  }

  /// @return null if the leaf is not there any more: its ops are looked up again
  private @Nullable LeafChange fold(LeafOps target) {
    Path path = target.path();
    Optional<Leaf> found = fresh.remove(path.leaf());
    if (found == null) {
      retry(target.path(), target.ops());
      return null;
    }
    Leaf seen = found.orElse(null);
    int bytesMax = SPLITS_PER_TRANSACTION * tree.limits().leafBytes();
    List<PlaceOp> ops = pending.upTo(bytesMax, target.ops());
    Fold fold = Fold.of(seen, ops, period);
    Leaf before =
        seen == null
            ? new Leaf(0, period, fold.registers(), 0, path.leaf().isRoot() ? tree.name() : null)
            : seen;
    long version = seen == null ? tree.firstVersion() : seen.version() + 1;
    return new LeafChange(
        path, ops, seen, before.with(version, fold.clock(), fold.registers()), fold);
  }

  private void retry(Path path, List<PlaceOp> ops) {
    isDisturbed = true;
    tree.forgetParent(path);
    unsure.add(path.leaf());
    pending.add(ops);
  }

  /// Raises the tally even of a leaf that has not changed: whoever changed it may have died.
  private void noteSeen(LeafChange change) {
    if (change.seen() != null && !change.path().leadsToEnd()) {
      changed.add(ChangedNode.of(change.path(), change.seen()));
    }
  }

  /// Raises the tally of a parent whose children were replaced. Readers count one at the end of the
  /// group themselves.
  private void noteReplaced(Path path) {
    if (!path.parent().isAtEnd()) {
      changed.add(ChangedNode.at(path.place()));
    }
  }

  private void put(List<LeafChange> puts) {
    if (puts.isEmpty()) {
      return;
    }
    List<NodeAnswer> answers =
        tree.nodes()
            .send(
                puts.stream()
                    .map(p -> new NodeRequest.Put(p.node(), p.leaf(), Expected.unchanged(p.seen())))
                    .toList());
    for (int i = 0; i < puts.size(); i++) {
      LeafChange change = puts.get(i);
      switch (answers.get(i)) {
        case NodeAnswer.Done _ -> done(change);
        case NodeAnswer.Refused(Leaf now) -> {
          isDisturbed = true;
          fresh.put(change.node(), Optional.of(now));
          pending.add(change.ops());
        }
        case NodeAnswer.Busy _ -> {
          isBusy = true;
          retry(change.path(), change.ops());
        }
        case NodeAnswer.Refused _, NodeAnswer.Content _, NodeAnswer.Node _ ->
            retry(change.path(), change.ops());
      }
    }
  }

  private void done(LeafChange change) {
    verdicts.add(change.fold().verdicts());
    if (!change.path().leadsToEnd()) {
      changed.add(ChangedNode.of(change.path(), change.leaf()));
    }
  }

  /// @return whether a transaction was refused; the splits after it wait for the next round
  private boolean split(List<LeafChange> splits) {
    Map<NodeKey, List<LeafChange>> byParent = new LinkedHashMap<>();
    for (LeafChange change : splits) {
      NodeKey parent = change.node().isRoot() ? change.node() : change.path().parent().node();
      byParent.computeIfAbsent(parent, _ -> new ArrayList<>()).add(change);
    }
    boolean refused = false;
    for (List<LeafChange> ofParent : byParent.values()) {
      for (int from = 0; from < ofParent.size(); from += SPLITS_PER_TRANSACTION) {
        List<LeafChange> some =
            ofParent.subList(from, Math.min(from + SPLITS_PER_TRANSACTION, ofParent.size()));
        LeafSplit split = new LeafSplit(tree, some);
        int done = refused || isOld(some.getFirst().path()) ? 0 : split.run();
        refused |= done == 0;
        isBusy |= split.isBusy();
        for (LeafChange change : some.subList(0, done)) {
          verdicts.add(change.fold().verdicts());
          if (!change.node().isRoot()) {
            noteReplaced(change.path());
          }
        }
        some.subList(done, some.size()).forEach(change -> retry(change.path(), change.ops()));
      }
    }
    return refused;
  }

  /// Whether the parent of a leaf has changed since it was read. A transaction that is refused for
  /// that costs 10 to 30 write units, and this look a read unit.
  private boolean isOld(Path path) {
    if (path.leaf().isRoot()) {
      return false;
    }
    NodeRequest look = new NodeRequest.Get(path.parent().node(), true);
    return !(tree.nodes().send(look) instanceof NodeAnswer.Content(Inner now)
        && now.version() == path.parent().inner().version());
  }

  /// A leaf as a batch has read it, and as it is after the ops of the batch.
  ///
  /// @param seen the leaf as it was read; null if the group has no root yet
  record LeafChange(Path path, List<PlaceOp> ops, @Nullable Leaf seen, Leaf leaf, Fold fold) {
    NodeKey node() {
      return path.leaf();
    }

    /// Whether an entry without a fence seems to be there already. It may have been there before,
    /// gone, and come back: then a leaf from before has a tally that is too old.
    boolean seemsDone() {
      return !fold.isChange() && ops.stream().anyMatch(op -> op.rule() instanceof Rule.Unfenced);
    }
  }
}
