package pagemark.sync;

import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.index.GroupRef;
import pagemark.index.Op;

/// What a slice of a batch changes for one item in one generation.
///
/// @param firstRecord the place in the batch of the item's first record
/// @param arrival puts the item where it now is; null where it is in no group
/// @param departures remove the item from every other group in which a record saw it
record ItemPlan(int firstRecord, @Nullable GroupOp arrival, List<GroupOp> departures) {
  record GroupOp(GroupRef group, Op op) {}

  ItemPlan {
    departures = List.copyOf(departures);
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
