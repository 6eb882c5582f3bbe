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
import pagemark.sync.BatchPlan.PoisonRecord;
import pagemark.sync.ItemPlan.GroupOp;
import software.amazon.awssdk.core.exception.SdkException;

/// Applies one batch to the index.
///
/// It takes the records in slices, in the order of the batch, so that a batch that is too long for
/// one invocation still makes progress. For each slice it
///
/// 1. writes the first wave of all items,
/// 2. writes the second wave of the items whose first wave was acknowledged,
/// 3. repairs the items whose records are too old, or older than what was applied before,
/// 4. quarantines poison records and items that the store cannot hold.
///
/// After a slice with a failure it sends only removals: a full store still accepts them, and they
/// free memory. The run ends if a removal fails too.
///
/// A slice costs at most two write calls for each 1,000 groups, and more only if items need a
/// repair.
final class BatchRun {
  /// Keeps an item's op, with all its old entries, small enough for one call to a store.
  static final int SLICE_RECORDS_MAX = 500;

  private static final int GROUPS_PER_CALL_MAX = 1_000;
  private static final String MOVING = "an item changed during each attempt to repair it";
  private static final String TOO_LATE = "the records became too old before they were applied";
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
      List<BatchPlan> slice = reduce(changes.subList(from, to));
      if (unapplied == null) {
        sync(slice);
      } else if (!removeOnly(slice)) {
        break;
      }
    }
    return new BatchOutcome(generations.size(), counts, poisons, unapplied);
  }

  private List<BatchPlan> reduce(List<Change> slice) {
    return generations.stream()
        .map(generation -> BatchPlan.of(generation, slice, setup.ageGuard()))
        .toList();
  }

  private void sync(List<BatchPlan> slice) {
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

  /// Sends the slice's removals.
  ///
  /// @return whether all were acknowledged, so that the next slice is worth a try
  private boolean removeOnly(List<BatchPlan> slice) {
    List<ItemPlan> gone =
        plans(slice).stream().filter(item -> item.isProof() && item.arrival() == null).toList();
    return send(gone, ItemPlan::firstWave).isEmpty();
  }

  private static List<ItemPlan> plans(List<BatchPlan> slice) {
    return slice.stream().flatMap(reduction -> reduction.plans().stream()).toList();
  }

  /// Writes a wave and returns the items for which it was not acknowledged.
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
