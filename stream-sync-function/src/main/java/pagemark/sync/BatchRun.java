package pagemark.sync;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import pagemark.index.WriteResult;
import pagemark.index.WriteResult.Expired;
import pagemark.index.WriteResult.Failed;
import pagemark.index.WriteResult.Unmarked;
import pagemark.index.WriteResult.Written;
import pagemark.repair.Doubt;
import pagemark.repair.Outcome;
import pagemark.state.Generation;
import pagemark.state.QuarantinedItem;
import pagemark.sync.BatchOutcome.Unapplied;
import pagemark.sync.ItemPlan.GroupOp;
import pagemark.sync.Reduction.PoisonRecord;
import software.amazon.awssdk.core.exception.SdkException;

/// One batch on its way into the index.
///
/// The records are taken in slices, in the order of the batch: a batch that is too long for one
/// invocation still gets on. Of each slice go out
///
/// 1. the first wave of its items,
/// 2. the second wave of those whose first wave was acknowledged,
/// 3. repairs of the items whose records are too old, or older than what was applied,
/// 4. its poison, and what the store cannot hold, into quarantine.
///
/// After a slice with a failure only removals go out: a full store still takes them, and they make
/// room. The first of them that fails ends the run.
final class BatchRun {
  /// Keeps the op of one item, with all its old entries, within one call of a store.
  static final int SLICE_RECORDS_MAX = 500;

  private static final int GROUPS_PER_CALL_MAX = 1_000;
  private static final String MOVING = "an item changed whenever it was about to be repaired";
  private static final String TOO_LATE = "the records have become too old on their way";
  private static final String OUT_OF_TIME = "the invocation's time is nearly over";

  private final SyncSetup setup;
  private final List<Generation> generations;
  private final Deadline deadline;
  private final Set<ItemPlan> doubtful = new LinkedHashSet<>();
  private final List<UnfitItem> unfit = new ArrayList<>();
  private final List<QuarantinedItem> poisons = new ArrayList<>();
  private BatchCounts counts = BatchCounts.ZERO;
  private @Nullable Unapplied unapplied;

  /// An item that the store cannot hold.
  private record UnfitItem(ItemPlan item, String reason) {}

  BatchRun(SyncSetup setup, List<Generation> generations, Deadline deadline) {
    this.setup = setup;
    this.generations = generations;
    this.deadline = deadline;
  }

  BatchOutcome run(List<Change> changes) {
    for (int from = 0; from < changes.size(); from += SLICE_RECORDS_MAX) {
      int to = Math.min(from + SLICE_RECORDS_MAX, changes.size());
      List<Reduction> slice = reduce(changes.subList(from, to));
      if (unapplied == null) {
        sync(slice);
      } else if (!removeOnly(slice)) {
        break;
      }
    }
    return new BatchOutcome(generations.size(), counts, poisons, unapplied);
  }

  private List<Reduction> reduce(List<Change> slice) {
    return generations.stream()
        .map(generation -> Reduction.of(generation, slice, setup.ageGuard()))
        .toList();
  }

  private void sync(List<Reduction> slice) {
    List<ItemPlan> items = plans(slice);
    doubtful.clear();
    unfit.clear();
    items.stream().filter(item -> !item.isProof()).forEach(doubtful::add);
    Set<ItemPlan> failed = send(items, ItemPlan::firstWave);
    send(items.stream().filter(item -> !failed.contains(item)).toList(), ItemPlan::secondWave);
    repair(List.copyOf(doubtful));
    slice.stream().flatMap(reduction -> reduction.poisons().stream()).forEach(this::quarantine);
    unfit.forEach(each -> quarantine(each.item(), each.reason()));
  }

  /// Whether it is worth going on.
  private boolean removeOnly(List<Reduction> slice) {
    List<ItemPlan> gone =
        plans(slice).stream().filter(item -> item.isProof() && item.arrival() == null).toList();
    return send(gone, ItemPlan::firstWave).isEmpty();
  }

  private static List<ItemPlan> plans(List<Reduction> slice) {
    return slice.stream().flatMap(reduction -> reduction.plans().stream()).toList();
  }

  /// The items for which the wave was not acknowledged.
  private Set<ItemPlan> send(List<ItemPlan> items, Function<ItemPlan, List<GroupOp>> wave) {
    List<GroupChange> groups = GroupChange.of(items, wave);
    Set<ItemPlan> failed = new HashSet<>();
    for (int from = 0; from < groups.size(); from += GROUPS_PER_CALL_MAX) {
      int to = Math.min(from + GROUPS_PER_CALL_MAX, groups.size());
      failed.addAll(call(groups.subList(from, to)));
    }
    return failed;
  }

  private Set<ItemPlan> call(List<GroupChange> groups) {
    Set<ItemPlan> failed = new HashSet<>();
    if (!deadline.allowsCall()) {
      groups.forEach(group -> failed.addAll(group.items()));
      failed.forEach(item -> fail(item.firstRecord(), OUT_OF_TIME));
      return failed;
    }
    List<WriteResult> results =
        setup.index().write(groups.stream().map(GroupChange::write).toList());
    for (int i = 0; i < groups.size(); i++) {
      if (!settle(groups.get(i), results.get(i))) {
        failed.addAll(groups.get(i).items());
      }
    }
    return failed;
  }

  private boolean settle(GroupChange group, WriteResult result) {
    switch (result) {
      case Written written -> {
        counts = counts.plus(written);
        written.refused().forEach(op -> doubtful.add(group.item(op)));
        written.unfit().forEach(u -> unfit.add(new UnfitItem(group.item(u.op()), u.reason())));
      }
      case Unmarked() -> counts = counts.plusUnmarked(group.ops().size());
      case Expired() -> {
        group.items().forEach(item -> fail(item.firstRecord(), TOO_LATE));
        return false;
      }
      case Failed(var cause) -> {
        String reason = String.valueOf(cause.getMessage());
        group.items().forEach(item -> fail(item.firstRecord(), reason));
        return false;
      }
    }
    return true;
  }

  private void repair(List<ItemPlan> items) {
    if (items.isEmpty()) {
      return;
    }
    List<Outcome> outcomes =
        setup.repair().settle(items.stream().map(ItemPlan::doubt).toList(), deadline::allowsCall);
    for (int i = 0; i < items.size(); i++) {
      settle(items.get(i), outcomes.get(i));
    }
  }

  private void settle(ItemPlan item, Outcome outcome) {
    switch (outcome) {
      case Outcome.Settled() -> counts = counts.plusRepaired();
      case Outcome.Poisoned(var reason) -> quarantine(item, reason);
      case Outcome.Moving() -> fail(item.firstRecord(), MOVING);
      case Outcome.Failed(var cause) ->
          fail(item.firstRecord(), "repair: " + String.valueOf(cause.getMessage()));
    }
  }

  private void quarantine(ItemPlan item, String reason) {
    Doubt doubt = item.doubt();
    String listing = doubt.generation().listing();
    Instant now = setup.clock().instant();
    quarantine(
        item.firstRecord(),
        new QuarantinedItem(listing, doubt.key(), doubt.sequence(), reason, now));
  }

  private void quarantine(PoisonRecord poison) {
    quarantine(poison.change().number(), poison.item(setup.clock().instant()));
  }

  private void quarantine(int record, QuarantinedItem item) {
    if (!deadline.allowsCall()) {
      fail(record, OUT_OF_TIME);
      return;
    }
    try {
      setup.quarantine().add(item);
      poisons.add(item);
    } catch (SdkException e) {
      fail(record, "quarantine: " + e.getMessage());
    }
  }

  private void fail(int record, String reason) {
    if (unapplied == null || record < unapplied.record()) {
      unapplied = new Unapplied(record, reason);
    }
  }
}
