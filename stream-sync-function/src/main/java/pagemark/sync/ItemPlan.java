package pagemark.sync;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.index.GroupRef;
import pagemark.index.Op;
import pagemark.repair.Doubt;

/// The changes that a slice of a batch makes for one item in one generation.
///
/// @param firstRecord index in the batch of the item's first record
/// @param arrival puts the item where it now is; null if it is in no group
/// @param departures remove the item from all other groups in which a record has it
/// @param notAfter the time by the store's clock after which the store refuses the ops
/// @param doubt the input of a repair of the item
/// @param isProof whether the records prove where the item is. If they are too old, they only make
///   the item doubtful, and there are no ops
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

  /// Ops that are sent first.
  List<GroupOp> firstWave() {
    return arrival == null ? departures : List.of(arrival);
  }

  /// Ops that are sent after the first wave is acknowledged: an item that moves is in two groups
  /// for a moment, never in none.
  List<GroupOp> secondWave() {
    return arrival == null ? List.of() : departures;
  }
}
