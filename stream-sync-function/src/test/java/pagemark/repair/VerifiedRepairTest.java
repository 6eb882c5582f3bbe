package pagemark.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pagemark.entry.Entry;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.listing.Definitions;
import pagemark.listing.IndexDefinition;
import pagemark.repair.VerifiedRepair.Doubt;
import pagemark.repair.VerifiedRepair.Outcome;
import pagemark.state.Generation;
import pagemark.state.SampleGenerations;

/// Repairs in an index that keeps fences by item.
final class VerifiedRepairTest extends VerifiedRepairContract {
  @Override
  InMemoryIndex emptyIndex(InstantSource clock) {
    return new InMemoryIndex(clock, IndexSettings.DEFAULT);
  }

  @Override
  Set<Entry> named(Entry entry) {
    return Set.of();
  }

  @Test
  void anIndexOfAnotherFormatIsNotWritten() {
    Generation newer =
        SampleGenerations.of(
            Definitions.comments()
                .by(GENERATION.definition().ofFormat(IndexDefinition.KEY_FORMAT + 1)),
            "g1",
            Generation.State.SERVING);
    tableHas("SHIRT", 1);
    assertInstanceOf(Outcome.Failed.class, settle(Doubt.of(newer, RITA)));
    assertHolds(SHIRT);
  }

  /// A read of the table takes 100.
  @Test
  void manyDoubtsAreSettledInSeveralReads() {
    List<Doubt> doubts =
        IntStream.range(0, 101)
            .mapToObj(i -> Doubt.of(GENERATION, Map.of("PK", fromS("ann" + i))))
            .toList();
    assertEquals(Set.of(new Outcome.Settled()), Set.copyOf(repair.settle(doubts, () -> true)));
  }
}
