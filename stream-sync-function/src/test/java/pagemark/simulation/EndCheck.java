package pagemark.simulation;

import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import pagemark.entry.Group;
import pagemark.index.InMemoryIndex;
import pagemark.listing.Expiry;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Listing;
import pagemark.simulation.Faults.Fault;
import pagemark.state.Generation;
import pagemark.state.InMemoryState;
import pagemark.state.Inexact;
import pagemark.sync.IndexCheck;
import pagemark.sync.RandomTable;

/// Checks the index at the end of a schedule.
///
/// @param message names the schedule
record EndCheck(
    String message,
    Mix mix,
    Faults faults,
    SimulatedStream stream,
    InMemoryIndex index,
    InMemoryState state,
    SimulatedLosses losses,
    InstantSource clock) {
  private List<Listing> listings() {
    return mix.listings().all();
  }

  /// Requires that the index agrees with the table's items.
  void assertHeld() {
    listings().forEach(this::assertHeld);
  }

  private void assertHeld(Listing listing) {
    Generation serving = state.serving(listing.name()).orElseThrow();
    IndexDefinition definition = serving.definition();
    boolean isOrder = definition.isOrderByExpiry();
    Expiry expires = isOrder ? definition.due() : definition.expires();
    var items =
        stream.table().table.items().stream()
            .filter(item -> !Expiry.isOver(expires, item, clock.instant()))
            .toList();
    List<String> groups =
        isOrder
            ? definition.group().hashedGroups().stream().map(Group::text).toList()
            : RandomTable.GROUPS;
    new IndexCheck(index).assertHolds(serving, groups, items, message);
    IndexCheck.assertQuarantined(state, serving, items, message);
  }

  /// Requires the same, unless the index is marked as inexact, or nobody could notice the loss.
  /// Records that the stream still has must have been applied again.
  void assertHeldOrSaid() {
    for (Listing listing : listings()) {
      Generation serving = state.serving(listing.name()).orElseThrow();
      assertNotEquals(Set.of(Inexact.Cause.LOST_WRITES), causes(serving), message);
      try {
        assertHeld(listing);
      } catch (AssertionError wrong) {
        excuse(serving, wrong);
      }
    }
  }

  private static Set<Inexact.Cause> causes(Generation generation) {
    return generation.inexact().stream().map(Inexact::cause).collect(Collectors.toSet());
  }

  private void excuse(Generation serving, AssertionError wrong) {
    if (serving.suspended() || !serving.inexact().isEmpty()) {
      faults.count(Fault.WRONG_AND_SAID);
    } else if (losses.explain(serving, stream.table().table.items())) {
      faults.count(Fault.LOSS_UNKNOWN);
    } else {
      throw wrong;
    }
  }
}
