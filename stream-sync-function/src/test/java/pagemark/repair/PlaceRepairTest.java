package pagemark.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import pagemark.entry.Entry;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.index.Sequence;
import pagemark.repair.VerifiedRepair.Doubt;
import pagemark.repair.VerifiedRepair.Outcome;

/// Repairs in an index that keeps fences by place.
final class PlaceRepairTest extends VerifiedRepairContract {
  @Override
  InMemoryIndex emptyIndex(InstantSource clock) {
    return InMemoryIndex.byPlace(clock, IndexSettings.DEFAULT);
  }

  @Override
  Set<Entry> named(Entry entry) {
    return Set.of(entry);
  }

  /// The first try does not know the item's place, and its write is refused there. The second one
  /// looks at it.
  @Test
  void theItemsPlaceIsLookedAtOnceItIsKnown() {
    tableHas("SHIRT", 1);
    write(SHIRT, 5, entry(1), entry(9));
    index.plant(ref(SHIRT), entry(9), true);
    assertEquals(new Outcome.Settled(), settle(Doubt.ofEntry(GENERATION, SHIRT, entry(9))));
    assertHolds(SHIRT, entry(1));
    assertFence(SHIRT, new Sequence("5"), entry(1), true);
  }

  /// The numbers of a shard's child begin lower, so the record of the move is refused at one place
  /// and applied at the other.
  @Test
  void aRecordThatIsRefusedAtOnePlaceIsSettledAtAll() {
    tableHas("SHIRT", 2);
    write(SHIRT, 5, entry(1));
    write(SHIRT, 4, entry(2), entry(1));
    assertHolds(SHIRT, entry(1), entry(2));
    Doubt doubt =
        new Doubt(
            GENERATION, RITA, Map.of(SHIRT, Set.of(entry(1), entry(2))), true, new Sequence("4"));
    assertEquals(new Outcome.Settled(), settle(doubt));
    assertHolds(SHIRT, entry(2));
    assertFence(SHIRT, new Sequence("5"), entry(1), false);
    assertFence(SHIRT, new Sequence("4"), entry(2), true);
  }

  /// What an earlier try has written may be wrong by now, so later ones know of it.
  @Test
  void aPlaceOfAnEarlierTryIsRemovedIfTheItemIsElsewhereNow() {
    tableHas("SHIRT", 1);
    index.plant(ref(SHIRT), entry(9), true);
    meanwhile.add(
        () -> {
          index.plant(ref(SHIRT), entry(9), false);
          tableHas("SHIRT", 2);
        });
    assertEquals(new Outcome.Settled(), settle(Doubt.ofEntry(GENERATION, SHIRT, entry(9))));
    assertHolds(SHIRT, entry(2));
  }
}
