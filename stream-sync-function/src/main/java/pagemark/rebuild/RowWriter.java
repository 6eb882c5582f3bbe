package pagemark.rebuild;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import pagemark.entry.Group;
import pagemark.index.GroupWrite;
import pagemark.index.Op;
import pagemark.index.Rule;
import pagemark.index.WriteResult;
import pagemark.index.rows.Row;
import pagemark.repair.VerifiedRepair;
import pagemark.repair.VerifiedRepair.Doubt;
import pagemark.repair.VerifiedRepair.Outcome;
import pagemark.state.Generation;
import pagemark.state.rebuild.RebuildCounts;

/// Applies rows, [RebuildSettings#rowsPerCall] in a call.
///
/// 1. Write the ops of a call by group, in the order of their positions: a store that keeps
///    neighbours together writes them together. The store applies a row only if its item has no
///    fence, so the stream has not written it, and only until its lease is over.
/// 2. Repair the rows that differ from what the stream has written, from the table.
final class RowWriter {
  /// The result of applying rows.
  sealed interface Result {
    /// @param counts the rows that were repaired or turned out to be poison
    record Applied(RebuildCounts counts) implements Result {}

    /// The rows are too old to be applied, and must be read again.
    record Expired() implements Result {}

    /// A slot has no marker, because the store has lost it.
    record Lost() implements Result {}
  }

  private final RebuildOwner owner;
  private final VerifiedRepair repair;
  private final Generation generation;
  private List<Doubt> doubts = new ArrayList<>();
  private RebuildCounts counts = RebuildCounts.ZERO;
  private boolean expired;
  private boolean lost;

  RowWriter(RebuildOwner owner, Generation generation) {
    this.owner = owner;
    this.repair = owner.setup().indexed().repair();
    this.generation = generation;
  }

  /// Applies all rows.
  ///
  /// @param rows group by group; each group in the order of positions
  /// @param notAfter until when they may be applied, by the store's clock
  /// @throws RebuildException if the index or the table fails at every try
  Result apply(Iterator<Row> rows, Instant notAfter) {
    while (rows.hasNext() && !expired && !lost) {
      send(nextCall(rows, notAfter));
      if (rows.hasNext()) {
        owner.renew();
      }
    }
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

  private List<GroupWrite> nextCall(Iterator<Row> rows, Instant notAfter) {
    Map<Group, List<Op>> ops = new LinkedHashMap<>();
    for (int size = 0; size < owner.setup().settings().rowsPerCall() && rows.hasNext(); size++) {
      Row row = rows.next();
      ops.computeIfAbsent(row.group(), _ -> new ArrayList<>()).add(op(row));
    }
    List<GroupWrite> call = new ArrayList<>();
    ops.forEach((group, some) -> call.add(new GroupWrite(generation.group(group), some, notAfter)));
    return call;
  }

  private Op op(Row row) {
    return new Op(
        generation.definition().positions().itemKey(row.entry().position()),
        new Rule.Unfenced(),
        row.entry(),
        Set.of());
  }

  private void send(List<GroupWrite> writes) {
    Backoff backoff = new Backoff(owner);
    List<GroupWrite> open = new ArrayList<>(writes);
    while (!open.isEmpty() && !expired && !lost) {
      backoff.before("the index cannot be written");
      List<GroupWrite> sent = List.copyOf(open);
      open.clear();
      List<WriteResult> results = owner.setup().index().write(sent);
      for (int i = 0; i < sent.size(); i++) {
        take(sent.get(i), results.get(i), open, backoff);
      }
    }
  }

  private void take(GroupWrite write, WriteResult result, List<GroupWrite> open, Backoff backoff) {
    switch (result) {
      case WriteResult.Written(_, _, var refused) ->
          refused.forEach(op -> doubts.add(doubt(write.group().group(), op)));
      case WriteResult.Unmarked() -> lost = true;
      case WriteResult.Expired() -> expired = true;
      case WriteResult.Failed(var failure) -> {
        backoff.failed(failure);
        open.add(write);
      }
    }
  }

  private Doubt doubt(Group group, Op op) {
    if (op.entry() == null) {
      throw new IllegalStateException("a row of a scan is an entry");
    }
    return Doubt.ofEntry(generation, group, op.entry());
  }

  private void settle() {
    Backoff backoff = new Backoff(owner);
    while (!doubts.isEmpty()) {
      backoff.before("items that the stream has changed cannot be repaired");
      List<Outcome> outcomes = repair.settle(doubts, () -> true);
      List<Doubt> open = new ArrayList<>();
      for (int i = 0; i < doubts.size(); i++) {
        switch (outcomes.get(i)) {
          case Outcome.Settled() -> {}
          case Outcome.Poisoned(var reason) -> repair.quarantine(doubts.get(i), reason);
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
