package pagemark.index;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import pagemark.entry.Bytes;
import pagemark.entry.Entry;
import pagemark.index.rows.RowRuns;

/// Changes an index. Only the sync side has one: the stream's handler, rebuilds and repairs. A call
/// whose errors are no results throws [IndexException.Unavailable] if the store does not answer.
public interface PageIndexWriter {
  /// Applies writes, each op by its rule. Writes of different groups are independent.
  ///
  /// If the store keeps fences by item, each write is atomic. If it keeps them by place, each place
  /// of an op is. Then an op is refused if one of its places refuses it, and the others may have
  /// been applied. Else it is applied if a place was changed, and a duplicate if none was.
  ///
  /// @param writes of entries that the store can hold, by [#refusal]
  /// @return one result for each write, in order; errors of the store are results and never thrown
  /// @throws IllegalArgumentException if the store cannot hold an entry. That is a fault of the
  ///   caller, and the writes before it may be done
  List<WriteResult> write(List<GroupWrite> writes);

  /// Says why the store can never hold an entry. The reason names the limit and never the value.
  /// Empty if the store can hold it. This does not call the server.
  ///
  /// @param item the item key
  default Optional<String> refusal(GroupRef group, Bytes item, Entry entry) {
    return Optional.empty();
  }

  /// Says why the store does not take an index whose listing has this many combinations of filter
  /// values: what a record would cost, and what to do instead. Empty if it does. This does not call
  /// the server.
  default Optional<String> refusal(int cells) {
    return Optional.empty();
  }

  /// Keeps the rows of a rebuild that do not fit into one batch, so that they can be written in
  /// order. Empty if the store writes any two rows at the same cost, and so gains nothing by that.
  default Optional<RowRuns> rowRuns() {
    return Optional.empty();
  }

  /// Reads the registers of items, for a later write with [Rule.Unchanged].
  ///
  /// @return one result for each look, in order; errors of the store are results and never thrown
  List<LookResult> look(List<GroupLook> looks);

  /// Removes what no write needs any more from a generation: fences older than two fence periods,
  /// and groups with neither entries nor fences. A write also drops old fences of its group; this
  /// method is for groups that nobody writes to.
  ///
  /// Each step takes a few hundred groups, or a part of a large one. What has changed since the
  /// step found it stays.
  ///
  /// @param position where the last walk stopped, if it did not reach the end; else [Sweep#BEGIN].
  ///   If the store does not know the position any more, the walk starts from the beginning
  /// @param hasTime called before each step changes anything; if it returns false, the walk stops
  Sweep sweep(String generation, String position, BooleanSupplier hasTime);

  /// How long to wait between the end of a walk by [#sweep] and the next one. A store whose reads
  /// are paid for waits longer.
  default Duration sweepPause() {
    return Sweep.PAUSE;
  }

  /// The last acknowledged write of each slot by this writer, and those that the store has lost.
  /// Empty if the store cannot lose acknowledged writes.
  default Optional<Witnesses> witnesses() {
    return Optional.empty();
  }

  /// As [PageIndexReader#part]. The groups of a part are lost together: it comes back as it was at
  /// one moment.
  default String part(GroupRef group) {
    return "";
  }

  /// The time of the store's clock, which decides whether a write is too late.
  Instant time();

  /// How far a call of [PageIndexWriter#sweep] came.
  ///
  /// @param removed the number of removed keys (Redis) or rows (SQL)
  /// @param position where to continue; empty at the end
  record Sweep(long removed, String position) {
    /// The position at the beginning of a walk, and after its end.
    public static final String BEGIN = "";

    /// The pause after a walk whose reads are not paid for.
    public static final Duration PAUSE = Duration.ofHours(1);

    public boolean isOver() {
      return position.equals(BEGIN);
    }
  }
}
