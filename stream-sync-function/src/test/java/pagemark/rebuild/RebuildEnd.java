package pagemark.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import pagemark.index.InMemoryIndex;
import pagemark.index.Markers;
import pagemark.listing.Listing;
import pagemark.state.Generation;
import pagemark.state.InMemoryState;
import pagemark.sync.IndexCheck;
import pagemark.sync.RandomTable;
import pagemark.sync.TableModel;

/// Checks the index after a rebuild, when nothing is written.
record RebuildEnd(Listing listing, InMemoryState state, InMemoryIndex index) {
  boolean isReady() {
    Generation serving = state.serving(listing.name()).orElseThrow();
    return index.count(serving.id()).equals(Map.of(Markers.State.READY, index.slots()));
  }

  void check(TableModel table, String name) {
    Generation serving = state.serving(listing.name()).orElseThrow();
    assertEquals(listing.definition().json(), serving.definition().json(), name);
    new IndexCheck(index).assertHolds(serving, RandomTable.GROUPS, table.items(), name);
    assertEquals(List.of(serving), state.live(listing.name()), name);
    assertEquals(List.of(), state.retired(listing.name()), name);
    assertTrue(isReady(), name);
    IndexCheck.assertQuarantined(state, serving, table.items(), name);
  }
}
