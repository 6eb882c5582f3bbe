package pagemark.pages.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.Anchor;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexException.Unavailable;
import pagemark.index.IndexSettings;
import pagemark.index.PageQuery;
import pagemark.index.Window;
import pagemark.listing.Listing;
import pagemark.pages.Definitions;
import pagemark.pages.PagesOnly;
import pagemark.pages.page.PlacedSlice.Sought;
import pagemark.pages.request.PageRequest;
import pagemark.pages.result.Bars;
import pagemark.pages.result.Page.Place;
import pagemark.pages.scope.Room;
import pagemark.pages.scope.Scope;
import pagemark.pages.scope.SortText;
import pagemark.pages.scope.Start;
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
  private static final Scope ASCENDING = SCOPE.with(Order.ASCENDING).withSize(2);

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

  private PagesOnly moving(IntConsumer before) {
    AtomicInteger calls = new AtomicInteger();
    return query -> {
      before.accept(calls.incrementAndGet());
      return index.page(query);
    };
  }

  /// @param before what happens before each call, by its number
  private List<Long> bars(IntConsumer before) {
    ServingIndex serving =
        new ServingIndex(new CachedGenerations(state, () -> now), moving(before));
    return new FacetsReader(serving, () -> now)
        .bars(SCOPE, 5, null).bars().stream().map(Bars.Bar::items).toList();
  }

  @Test
  void barsAddUpWhileItemsGo() {
    assertEquals(List.of(2L, 2L, 0L, 1L, 5L), bars(call -> plant(3, call < 5)));
  }

  @Test
  void aGroupThatIsEmptiedBeforeTheSecondCallHasNoBars() {
    assertEquals(List.of(), bars(call -> plant(10, call < 2)));
  }

  @Test
  void countingEndsAfterThreeSeconds() {
    assertEquals(List.of(2L, 2L, 2L, 2L, 2L), bars(_ -> now = now.plusMillis(600)));
    assertThrows(Unavailable.class, () -> bars(_ -> now = now.plusMillis(601)));
  }

  private void ties(int rating, String begin, int count) {
    IntStream.range(0, count)
        .mapToObj(i -> new Entry(Cell.WHOLE, new Position(rating, Bytes.utf8(begin + i))))
        .forEach(entry -> index.plant(GENERATION.group(SCOPE.group()), entry, true));
  }

  /// @param between what happens between the call that reads a page of two and that which counts
  private Place place(Sought sought, Position at, Runnable between) {
    PageQuery query =
        new PageQuery(
            GENERATION.group(SCOPE.group()),
            Layout.SCORE,
            Order.ASCENDING,
            Window.WHOLE,
            new Anchor.Around(at, true),
            2,
            0);
    PageRequest request = PageRequest.of(ASCENDING, new Start.Numbered(1), Room.ENDLESS);
    IntConsumer before =
        call -> Optional.of(between).filter(_ -> call == 2).ifPresent(Runnable::run);
    return PlacedSlice.read(moving(before), query, request, Optional.of(sought))
        .place()
        .orElseThrow();
  }

  /// There are ten items of rating 5, behind five others.
  @Test
  void aPlaceIsOneOfThePageWhateverMovesMeanwhile() {
    ties(5, "s", 9);
    Start.At five = SortText.at(RATINGS.definition().positions(), Order.ASCENDING, "5");
    Sought value = new Sought.Value(five);
    assertEquals(new Place.OfValue(6, 10), place(value, five.boundary(), () -> {}));
    Position last = new Position(5, Bytes.utf8("s8"));
    Sought item = Sought.Item.of(ASCENDING, last);
    assertEquals(
        new Place.OfItem(15, OptionalLong.of(15)), place(item, last, () -> ties(0, "x", 100)));
    assertEquals(
        new Place.OfValue(106, 14), place(value, five.boundary(), () -> ties(5, "x", 100)));
  }
}
