package pagemark.rebuild;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import pagemark.index.GroupWrite;
import pagemark.index.Op;
import pagemark.index.Rule;
import pagemark.index.WriteResult;
import pagemark.key.Bytes;
import pagemark.key.Group;
import pagemark.key.KeyAttribute;
import pagemark.key.UnfitException;
import pagemark.listing.Indexable.Absent;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Indexable.Poison;
import pagemark.repair.Doubt;
import pagemark.repair.Outcome;
import pagemark.state.Generation;
import pagemark.state.rebuild.RebuildCounts;
import pagemark.table.TableScan;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Applies some pages of a scan together.
///
/// 1. Judge the rows: an indexable row becomes an op, poison goes into quarantine.
/// 2. Write the ops by group, in the order of their positions: a store that keeps neighbours
///    together writes them together. The store applies a row only if its item has no fence, so the
///    stream has not written it, and only within a lease that begins before the first page was
///    read.
/// 3. Repair the rows that differ from what the stream has written, from the table.
final class ScanPageWriter {
  /// The result of a page.
  sealed interface Result {
    record Applied(RebuildCounts counts) implements Result {}

    /// The page is too old to be applied, and must be read again.
    record Expired() implements Result {}

    /// A slot has no marker, because the store has lost it.
    record Lost() implements Result {}
  }

  /// So many ops go into one call, and its groups side by side.
  private static final int OPS_PER_CALL = 2_000;

  /// An estimate of what an op takes, without its keys.
  private static final int OP_BYTES = 300;

  private final RebuildSetup setup;
  private final Generation generation;
  private final Runnable renewal;
  private final Map<Group, List<Op>> ops = new LinkedHashMap<>();
  private List<Doubt> doubts = new ArrayList<>();
  private RebuildCounts counts = RebuildCounts.ZERO;
  private long bytes;
  private boolean expired;
  private boolean lost;

  /// @param renewal renews the lease of the rebuild
  ScanPageWriter(RebuildSetup setup, Generation generation, Runnable renewal) {
    this.setup = setup;
    this.generation = generation;
    this.renewal = renewal;
  }

  /// Takes the rows of a page.
  void add(TableScan.Page page) {
    page.items().forEach(this::judge);
  }

  /// The memory that the rows take, about.
  long bytes() {
    return bytes;
  }

  /// Applies all rows.
  ///
  /// @param readAfter a time by the store's clock, before the first page was read
  /// @throws RebuildException if the index or the table fails at every try
  Result apply(Instant readAfter) {
    write(readAfter.plus(setup.freshness().lease()));
    if (lost) {
      return new Result.Lost();
    }
    if (expired) {
      return new Result.Expired();
    }
    counts = counts.plus(new RebuildCounts(0, 0, 0, doubts.size()));
    settle();
    return new Result.Applied(counts);
  }

  private void judge(Map<String, AttributeValue> item) {
    switch (generation.definition().indexable(item)) {
      case Absent() -> count(0, 0);
      case Indexed(var group, var entry) -> {
        Op op = new Op(itemKey(item), new Rule.Unfenced(), entry, Set.of());
        ops.computeIfAbsent(group, _ -> new ArrayList<>()).add(op);
        bytes += OP_BYTES + op.item().length() + entry.position().member().length();
        count(1, 0);
      }
      case Poison(var reason) -> {
        setup.repair().quarantine(Doubt.of(generation, key(item)), reason);
        count(0, 1);
      }
    }
  }

  private Bytes itemKey(Map<String, AttributeValue> indexed) {
    try {
      return generation.definition().positions().itemKey(indexed);
    } catch (UnfitException e) {
      throw new IllegalStateException("an indexed item has a key", e);
    }
  }

  private void count(int entries, int poison) {
    counts = counts.plus(new RebuildCounts(1, entries, poison, 0));
  }

  private Map<String, AttributeValue> key(Map<String, AttributeValue> item) {
    return generation.definition().positions().key().stream()
        .map(KeyAttribute::name)
        .filter(item::containsKey)
        .collect(Collectors.toMap(name -> name, item::get));
  }

  private void write(Instant notAfter) {
    List<GroupWrite> call = new ArrayList<>();
    int size = 0;
    for (GroupWrite write : writes(notAfter)) {
      if (size > 0 && size + write.ops().size() > OPS_PER_CALL) {
        send(call);
        renewal.run();
        call = new ArrayList<>();
        size = 0;
      }
      call.add(write);
      size += write.ops().size();
    }
    send(call);
  }

  private List<GroupWrite> writes(Instant notAfter) {
    List<GroupWrite> writes = new ArrayList<>();
    ops.forEach(
        (group, all) -> {
          all.sort(Comparator.comparing(op -> Objects.requireNonNull(op.entry()).position()));
          for (int from = 0; from < all.size(); from += OPS_PER_CALL) {
            List<Op> some = all.subList(from, Math.min(from + OPS_PER_CALL, all.size()));
            writes.add(new GroupWrite(generation.group(group), some, notAfter));
          }
        });
    return writes;
  }

  private void send(List<GroupWrite> writes) {
    Backoff backoff = new Backoff(setup, renewal);
    List<GroupWrite> open = new ArrayList<>(writes);
    while (!open.isEmpty() && !expired && !lost) {
      backoff.before("the index cannot be written");
      List<GroupWrite> sent = List.copyOf(open);
      open.clear();
      List<WriteResult> results = setup.index().write(sent);
      for (int i = 0; i < sent.size(); i++) {
        take(sent.get(i), results.get(i), open, backoff);
      }
    }
  }

  private void take(GroupWrite write, WriteResult result, List<GroupWrite> open, Backoff backoff) {
    switch (result) {
      case WriteResult.Written(_, _, var refused, var unfit) -> {
        refused.forEach(op -> doubts.add(doubt(write.group().group(), op)));
        unfit.forEach(u -> reject(doubt(write.group().group(), u.op()), u.reason()));
      }
      case WriteResult.Unmarked() -> lost = true;
      case WriteResult.Expired() -> expired = true;
      case WriteResult.Failed(var failure) -> {
        backoff.failed(failure);
        open.add(write);
      }
    }
  }

  /// Quarantines a row that the store cannot hold. It was counted as an entry.
  private void reject(Doubt row, String reason) {
    setup.repair().quarantine(row, reason);
    counts = counts.plus(new RebuildCounts(0, -1, 1, 0));
  }

  private Doubt doubt(Group group, Op op) {
    if (op.entry() == null) {
      throw new IllegalStateException("a row of a scan is an entry");
    }
    return Doubt.ofEntry(generation, group, op.entry());
  }

  private void settle() {
    Backoff backoff = new Backoff(setup, renewal);
    while (!doubts.isEmpty()) {
      backoff.before("items that the stream has changed cannot be repaired");
      List<Outcome> outcomes = setup.repair().settle(doubts, () -> true);
      List<Doubt> open = new ArrayList<>();
      for (int i = 0; i < doubts.size(); i++) {
        switch (outcomes.get(i)) {
          case Outcome.Settled() -> {}
          case Outcome.Poisoned(var reason) -> setup.repair().quarantine(doubts.get(i), reason);
          case Outcome.Moving() -> open.add(doubts.get(i));
          case Outcome.Failed(var failure) -> {
            backoff.failed(failure);
            open.add(doubts.get(i));
          }
        }
      }
      doubts = open;
    }
  }
}
