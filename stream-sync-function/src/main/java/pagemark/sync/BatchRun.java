package pagemark.sync;

import static java.util.Comparator.naturalOrder;
import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Group;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.IndexException;
import pagemark.index.Op;
import pagemark.index.WriteResult;
import pagemark.index.WriteResult.Expired;
import pagemark.index.WriteResult.Failed;
import pagemark.index.WriteResult.Unmarked;
import pagemark.index.WriteResult.Written;
import pagemark.repair.IndexedTable;
import pagemark.repair.VerifiedRepair.Outcome;
import pagemark.state.Generation;
import pagemark.state.Inexact;
import pagemark.state.QuarantinedItem;
import pagemark.sync.BatchOutcome.Counts;
import pagemark.sync.BatchOutcome.Unapplied;
import pagemark.sync.BatchPlan.AgeGuard;
import pagemark.sync.BatchPlan.Poison;
import pagemark.sync.ChangeReader.Change;
import pagemark.sync.ItemPlan.Placement;
import pagemark.sync.ItemPlan.Placement.Slices;
import pagemark.sync.StreamSync.Deadline;
import software.amazon.awssdk.core.exception.SdkException;

/// Applies one batch to the index.
///
/// It takes the records in [Slices], so that a batch that is too long for one invocation still
/// makes progress. For each slice it
///
/// 1. writes the first wave of all items,
/// 2. writes the second wave of the items whose first wave was acknowledged,
/// 3. repairs the items whose records are too old, or older than what was applied before,
/// 4. quarantines poison items. Before that it takes items out of quarantine whose records say that
///    they were poison and are good now.
///
/// After a slice with a failure it sends only removals: a full store still accepts them, and they
/// free memory. The run ends if a removal fails too.
///
/// A slice costs at most two write calls for each 1,000 groups, and more only if items need a
/// repair.
final class BatchRun {
  private static final int GROUPS_PER_CALL_MAX = 1_000;
  private static final String MOVING = "an item changed during each attempt to repair it";
  private static final String TOO_LATE = "the records became too old before they were applied";
  private static final String OUT_OF_TIME = "the invocation's time is nearly over";

  private final IndexedTable table;
  private final List<Generation> generations;
  private final Deadline deadline;

  /// The groups in doubt of each item; all of them if its records prove nothing.
  private final Map<ItemPlan, Set<Group>> doubtful = new LinkedHashMap<>();

  private final List<QuarantinedItem> poisons = new ArrayList<>();
  private Counts counts = Counts.ZERO;
  private @Nullable Unapplied unapplied;

  /// The ops of a wave in one group, in order, each with its item. A store applies them with one
  /// call.
  private record GroupCall(GroupRef group, Map<Op, ItemPlan> items) {
    GroupWrite write() {
      Instant notAfter =
          items.values().stream().map(ItemPlan::notAfter).min(naturalOrder()).orElseThrow();
      return new GroupWrite(group, List.copyOf(items.keySet()), notAfter);
    }

    ItemPlan item(Op op) {
      return requireNonNull(items.get(op));
    }
  }

  BatchRun(IndexedTable table, List<Generation> generations, Deadline deadline) {
    this.table = table;
    this.generations = generations;
    this.deadline = deadline;
  }

  BatchOutcome run(List<Change> changes) {
    Slices slices = new Slices(table, generations, changes);
    while (slices.hasNext()) {
      List<BatchPlan> slice = plan(slices.next());
      if (unapplied == null) {
        sync(slice);
      } else if (!removeOnly(slice)) {
        break;
      }
    }
    return new BatchOutcome(generations.size(), counts, poisons, unapplied, List.of());
  }

  private List<BatchPlan> plan(Map<Generation, List<Placement>> slice) {
    AgeGuard guard = new AgeGuard(table.freshness(), table.clock().instant());
    return slice.entrySet().stream()
        .map(of -> BatchPlan.of(of.getKey(), of.getValue(), guard))
        .toList();
  }

  private void sync(List<BatchPlan> slice) {
    List<ItemPlan> items = items(slice);
    doubtful.clear();
    items.stream().filter(item -> !item.isProof()).forEach(item -> doubtful.put(item, Set.of()));
    slice.stream().flatMap(plan -> plan.cured().stream()).forEach(this::cure);
    Set<ItemPlan> failed = send(items, ItemPlan::firstWave);
    send(items.stream().filter(item -> !failed.contains(item)).toList(), ItemPlan::secondWave);
    repair();
    slice.stream().flatMap(plan -> plan.poisons().stream()).forEach(this::quarantine);
  }

  /// Sends the slice's removals.
  ///
  /// @return whether all were acknowledged, so that the next slice is worth a try
  private boolean removeOnly(List<BatchPlan> slice) {
    List<ItemPlan> gone = items(slice).stream().filter(item -> !item.isListed()).toList();
    return send(gone, ItemPlan::firstWave).isEmpty();
  }

  private static List<ItemPlan> items(List<BatchPlan> slice) {
    return slice.stream().flatMap(plan -> plan.items().stream()).toList();
  }

  /// Writes a wave and returns the items for which it was not acknowledged.
  private Set<ItemPlan> send(List<ItemPlan> items, Function<ItemPlan, Map<Group, Op>> wave) {
    List<GroupCall> groups = byGroup(items, wave);
    Set<ItemPlan> failed = new HashSet<>();
    for (int from = 0; from < groups.size(); from += GROUPS_PER_CALL_MAX) {
      int to = Math.min(from + GROUPS_PER_CALL_MAX, groups.size());
      failed.addAll(call(groups.subList(from, to)));
    }
    return failed;
  }

  /// Collects a wave's ops by group, in the order in which the groups first occur.
  private static List<GroupCall> byGroup(
      List<ItemPlan> items, Function<ItemPlan, Map<Group, Op>> wave) {
    Map<GroupRef, GroupCall> calls = new LinkedHashMap<>();
    for (ItemPlan item : items) {
      wave.apply(item)
          .forEach(
              (group, op) -> {
                GroupRef ref = item.generation.group(group);
                calls
                    .computeIfAbsent(ref, of -> new GroupCall(of, new LinkedHashMap<>()))
                    .items()
                    .put(op, item);
              });
    }
    return List.copyOf(calls.values());
  }

  private Set<ItemPlan> call(List<GroupCall> groups) {
    Set<ItemPlan> failed = new HashSet<>();
    if (!deadline.allowsCall()) {
      groups.forEach(group -> failed.addAll(group.items().values()));
      failed.forEach(item -> fail(item.firstRecord, OUT_OF_TIME));
      return failed;
    }
    List<WriteResult> results = table.index().write(groups.stream().map(GroupCall::write).toList());
    for (int i = 0; i < groups.size(); i++) {
      if (!settle(groups.get(i), results.get(i))) {
        failed.addAll(groups.get(i).items().values());
      }
    }
    return failed;
  }

  private boolean settle(GroupCall group, WriteResult result) {
    switch (result) {
      case Written written -> {
        counts = counts.plus(Counts.of(written));
        written
            .refused()
            .forEach(
                op ->
                    doubtful
                        .computeIfAbsent(group.item(op), _ -> new LinkedHashSet<>())
                        .add(group.group().group()));
      }
      case Unmarked() -> counts = counts.plus(new Counts(0, 0, 0, 0, group.items().size()));
      case Expired() -> {
        group.items().values().forEach(item -> fail(item.firstRecord, TOO_LATE));
        return false;
      }
      case Failed(var cause) -> {
        if (cause instanceof IndexException.Torn) {
          markTorn(group.group());
        }
        String reason = String.valueOf(cause.getMessage());
        group.items().values().forEach(item -> fail(item.firstRecord, reason));
        return false;
      }
    }
    return true;
  }

  /// The batch comes again and again until a rebuild, so only the first failure marks.
  private void markTorn(GroupRef group) {
    boolean isMarked =
        generations.stream()
            .filter(generation -> generation.id().equals(group.generation()))
            .anyMatch(Generation::isTorn);
    if (!isMarked) {
      Instant now = table.clock().instant();
      Inexact mark = new Inexact(Inexact.Cause.TORN_TREE, now, now);
      table.generations().mark(group.listing(), group.generation(), mark);
    }
  }

  private void repair() {
    if (doubtful.isEmpty()) {
      return;
    }
    List<ItemPlan> items = List.copyOf(doubtful.keySet());
    List<Outcome> outcomes =
        table
            .repair()
            .settle(
                items.stream()
                    .map(item -> item.doubt(doubtful.getOrDefault(item, Set.of())))
                    .toList(),
                deadline::allowsCall);
    for (int i = 0; i < items.size(); i++) {
      settle(items.get(i), outcomes.get(i));
    }
  }

  private void settle(ItemPlan item, Outcome outcome) {
    switch (outcome) {
      case Outcome.Settled() -> counts = counts.plus(new Counts(0, 0, 0, 1, 0));
      case Outcome.Poisoned(var reason) ->
          quarantine(new Poison(item.firstRecord, item.doubt(Set.of()), reason));
      case Outcome.Moving() -> fail(item.firstRecord, MOVING);
      case Outcome.Failed(var cause) ->
          fail(item.firstRecord, "repair: " + String.valueOf(cause.getMessage()));
    }
  }

  private void quarantine(Poison poison) {
    attempt(
        poison.record(),
        () -> poisons.add(table.repair().quarantine(poison.item(), poison.reason())));
  }

  /// An item that is poison for another generation is quarantined afterwards, and so stays.
  private void cure(Poison cured) {
    attempt(cured.record(), () -> table.repair().cure(cured.item()));
  }

  private void attempt(int record, Runnable quarantine) {
    if (!deadline.allowsCall()) {
      fail(record, OUT_OF_TIME);
      return;
    }
    try {
      quarantine.run();
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
