package pagemark.sync;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.index.GroupRef;
import pagemark.index.Op;
import pagemark.repair.Doubt;

/// What a slice of a batch changes for one item in one generation.
///
/// @param firstRecord the place in the batch of the item's first record
/// @param arrival puts the item where it now is; null where it is in no group
/// @param departures remove the item from every other group in which a record saw it
/// @param notAfter by the store's clock, when the ops come too late
/// @param doubt what a repair of the item is given
/// @param isProof whether the records say where the item is; where they are too old they are only a
///   reason to doubt, and there are no ops
record ItemPlan(
    int firstRecord,
    @Nullable GroupOp arrival,
    List<GroupOp> departures,
    Instant notAfter,
    Doubt doubt,
    boolean isProof) {
  record GroupOp(GroupRef group, Op op) {}

  ItemPlan {
    departures = List.copyOf(departures);
  }

  static ItemPlan ofOldRecords(int firstRecord, Doubt doubt) {
    return new ItemPlan(firstRecord, null, List.of(), Instant.MIN, doubt, false);
  }

  /// Ops that can go at once.
  List<GroupOp> firstWave() {
    return arrival == null ? departures : List.of(arrival);
  }

  /// Ops that wait until the first wave is acknowledged: an item that moves is for a moment in two
  /// groups, never in none.
  List<GroupOp> secondWave() {
    return arrival == null ? List.of() : departures;
  }
}
