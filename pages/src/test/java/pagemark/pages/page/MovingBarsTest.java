package pagemark.pages.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Position;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexException.Unavailable;
import pagemark.index.IndexSettings;
import pagemark.listing.Listing;
import pagemark.pages.Definitions;
import pagemark.pages.PagesOnly;
import pagemark.pages.result.Bars;
import pagemark.pages.scope.Scope;
import pagemark.state.CachedGenerations;
import pagemark.state.Generation;
import pagemark.state.InMemoryState;
import pagemark.state.SampleGenerations;

/// Five bars of the ratings 0 to 9, two each, which come and go between the calls that count them:
/// the first and the last one, then those before 2, 4, 6 and 8.
final class MovingBarsTest {
  private static final Listing RATINGS = Definitions.ratings();
  private static final Generation GENERATION =
      SampleGenerations.of(RATINGS, "g1", Generation.State.BUILDING);
  private static final Scope SCOPE = Scope.of(RATINGS, List.of("1"));

  private Instant now = Instant.parse("2026-11-29T00:00:00Z");
  private final InMemoryIndex index = new InMemoryIndex(() -> now, IndexSettings.DEFAULT);
  private final InMemoryState state = new InMemoryState();

  MovingBarsTest() {
    index.building("g1", "nonce", Instant.EPOCH);
    index.ready("g1", "nonce");
    state.register(GENERATION);
    state.serve(RATINGS.name(), "g1");
    plant(10, true);
  }

  private void plant(int ratings, boolean present) {
    IntStream.range(0, ratings)
        .mapToObj(i -> new Entry(Cell.WHOLE, new Position(i, Bytes.utf8("r" + i))))
        .forEach(entry -> index.plant(GENERATION.group(SCOPE.group()), entry, present));
  }

  /// @param before what happens before each call, by its number
  private List<Long> bars(IntConsumer before) {
    AtomicInteger calls = new AtomicInteger();
    PagesOnly moving =
        query -> {
          before.accept(calls.incrementAndGet());
          return index.page(query);
        };
    ServingIndex serving = new ServingIndex(new CachedGenerations(state, () -> now), moving);
    return new FacetsReader(serving, () -> now)
        .bars(SCOPE, 5, null).bars().stream().map(Bars.Bar::items).toList();
  }

  @Test
  void barsAddUpWhileItemsGo() {
    assertEquals(List.of(2L, 2L, 0L, 1L, 5L), bars(call -> plant(3, call < 5)));
  }

  @Test
  void countingEndsAfterThreeSeconds() {
    assertEquals(List.of(2L, 2L, 2L, 2L, 2L), bars(_ -> now = now.plusMillis(600)));
    assertThrows(Unavailable.class, () -> bars(_ -> now = now.plusMillis(601)));
  }
}
