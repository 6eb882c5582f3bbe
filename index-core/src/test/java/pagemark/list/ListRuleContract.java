package pagemark.list;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import pagemark.index.IndexException;

/// What a list refuses, and what it doubts, on every store. [ListContract] has the rest.
public abstract class ListRuleContract {
  private static final AtomicLong GENERATIONS = new AtomicLong();

  final Instant began = Instant.now();

  /// The URL of a store that may hold other generations.
  protected abstract String url();

  static ListDefinition orders(SortKey.Kind kind) {
    return ListDefinition.of("orders", kind)
        .filteredBy("status", "open", "paid")
        .filteredBy("size", "S", "M");
  }

  static ListGeneration generation() {
    return new ListGeneration("list-" + GENERATIONS.incrementAndGet(), Instant.EPOCH);
  }

  /// A clock is a minute behind, or cuts times to seconds: so a deletion after the birth is dated
  /// before it, and the row has the item still.
  @Test
  final void aChangeDatedNearABirthIsADoubt() {
    ListDefinition definition = orders(SortKey.Kind.NUMBER);
    ListItem rita = new ListItem("red", "rita", SortKey.number(1));
    ListQuery all = ListQuery.of("red");
    Instant birth = began.minus(Duration.ofMinutes(6));
    try (ListStore store = ListStore.open(url())) {
      ListGeneration only = new ListGeneration(generation().id(), birth);
      ListRebuild rebuild = store.begin(definition, only);
      rebuild.row(rita, 1);
      rebuild.finish();
      ListIndex list = store.list(definition, only);
      for (int seconds : new int[] {-300, -60, 0, 300}) {
        Change gone = Change.deleted(rita, 2, birth.plusSeconds(seconds));
        assertEquals(Outcome.DOUBTFUL, list.write(gone), seconds + " s");
      }
      list.write(Change.deleted(rita, 2, birth.minusSeconds(301)));
      assertEquals(1, list.total(all), "the row has what is older");
      list.settle(Change.deleted(rita, 2, birth), null, 2);
      assertEquals(0, list.total(all));
      assertEquals(Outcome.APPLIED, list.write(Change.created(rita, 3, birth.plusSeconds(301))));
      assertEquals(1, list.total(all));
    }
  }

  /// Else it could be applied again after its deletion is forgotten.
  @Test
  final void aTimeThatIsAheadOrAlmostForgottenIsADoubt() {
    ListDefinition definition = orders(SortKey.Kind.NUMBER);
    try (ListStore store = ListStore.open(url(), Duration.ofHours(1))) {
      ListGeneration only = generation();
      store.begin(definition, only).finish();
      ListIndex list = store.list(definition, only);
      for (int minutes : new int[] {-50, 4, -56, 10, 1_000_000}) {
        ListItem item = new ListItem("red", "k" + minutes, SortKey.number(minutes));
        Change change = Change.created(item, 1, began.plus(Duration.ofMinutes(minutes)));
        boolean isSure = minutes >= -50 && minutes <= 4;
        assertEquals(
            isSure ? Outcome.APPLIED : Outcome.DOUBTFUL, list.write(change), minutes + " min");
      }
      assertEquals(List.of("k4", "k-50"), list.page(ListQuery.of("red"), 1).keys());
    }
  }

  /// The values of a filter are numbered: in another order, each would answer for another one.
  @Test
  final void anotherDefinitionThanTheGenerationsIsNotReady() {
    ListDefinition begun = orders(SortKey.Kind.NUMBER);
    ListItem rita = new ListItem("red", "rita", SortKey.number(1), Map.of("status", "open"));
    ListDefinition bare = ListDefinition.of("orders", SortKey.Kind.NUMBER);
    try (ListStore store = ListStore.open(url())) {
      ListGeneration only = generation();
      store.begin(begun, only).finish();
      for (ListDefinition other :
          List.of(
              bare.filteredBy("status", "paid", "open").filteredBy("size", "S", "M"),
              bare.filteredBy("size", "S", "M").filteredBy("status", "open", "paid"),
              bare.filteredBy("status", "open", "paid").filteredBy("size", "S,", "M"),
              ListDefinition.of("others", SortKey.Kind.NUMBER)
                  .filteredBy("status", "open", "paid")
                  .filteredBy("size", "S", "M"),
              orders(SortKey.Kind.TEXT))) {
        ListIndex list = store.list(other, only);
        assertThrows(
            IndexException.NotReady.class, () -> list.total(ListQuery.of("red")), "" + other);
      }
      ListIndex other = store.list(bare.filteredBy("status", "paid", "open"), only);
      assertThrows(
          IndexException.NotReady.class, () -> other.write(Change.created(rita, 1, Instant.now())));
      assertEquals(0, store.list(begun, only).total(ListQuery.of("red")));
    }
  }

  /// The index has forgotten the deletion, and would bring the item back.
  @Test
  final void aChangeOlderThanTheMemoryIsADoubtThatAReadSettles() {
    ListDefinition definition = orders(SortKey.Kind.NUMBER);
    ListItem rita = new ListItem("red", "rita", SortKey.number(1), Map.of("status", "open"));
    ListItem moved = new ListItem("red", "rita", SortKey.number(2), Map.of("status", "paid"));
    try (ListStore store = ListStore.open(url(), Duration.ofHours(1))) {
      ListGeneration only = generation();
      store.begin(definition, only).finish();
      ListIndex list = store.list(definition, only);
      Instant old = began.minus(Duration.ofHours(2));
      Change late = Change.updated(rita, moved, 2, old);
      assertEquals(Outcome.DOUBTFUL, list.write(late));
      assertEquals(0, list.total(ListQuery.of("red")));
      assertEquals(Outcome.APPLIED, list.settle(late, moved, 2));
      assertEquals(List.of("rita"), list.page(ListQuery.of("red"), 1).keys());
      Change gone = Change.deleted(moved, 3, old);
      assertEquals(Outcome.DOUBTFUL, list.write(gone));
      list.settle(gone, null, 3);
      assertEquals(0, list.total(ListQuery.of("red")));
      assertEquals(Outcome.KNOWN, list.write(Change.updated(rita, moved, 2, Instant.now())));
      assertEquals(0, list.total(ListQuery.of("red")));
    }
  }

  @Test
  final void whatIsNotBegunIsNeitherReadNorWritten() {
    try (ListStore store = ListStore.open(url())) {
      ListIndex list = store.list(orders(SortKey.Kind.NUMBER), generation());
      assertThrows(IndexException.class, () -> list.page(ListQuery.of("red"), 1));
      Change change = Change.created(new ListItem("red", "k", SortKey.number(1)), 1, Instant.now());
      assertThrows(IndexException.class, () -> list.write(change));
    }
  }

  @Test
  final void wrongQuestionsAndItemsSayWhatIsValid() {
    ListItem rita = new ListItem("red", "rita", SortKey.number(1));
    try (ListStore store = ListStore.open(url())) {
      ListGeneration only = generation();
      ListDefinition texts = orders(SortKey.Kind.TEXT);
      store.begin(texts, only).finish();
      ListIndex list = store.list(texts, only);
      assertRefused("valid in orders: a TEXT", () -> list.write(Change.created(rita, 1, began)));
      assertRefused(
          "no filter \"color\"", () -> list.total(ListQuery.of("x").where("color", "red")));
      assertRefused("[open, paid]", () -> list.total(ListQuery.of("x").where("status", "opn")));
      assertRefused("[S, M]", () -> list.total(ListQuery.of("x").where("size")));
      assertRefused("1 to 2147483647", () -> list.page(ListQuery.of("x"), 0));
      assertRefused("1 to 2147483647", () -> list.page(ListQuery.of("x"), (1L << 60) + 1));
      assertEquals(List.of(), list.page(ListQuery.of("x").size(100), Integer.MAX_VALUE).keys());
      assertRefused(
          "no filter \"staus\"",
          () ->
              list.write(
                  Change.created(
                      new ListItem("red", "k", SortKey.text("t"), Map.of("staus", "open")),
                      1,
                      began)));
      assertRefused("1 to 100", () -> ListQuery.of("x").size(101));
      assertRefused("1 to 2048", () -> new ListItem("", "k", SortKey.number(1)));
      for (String half : List.of("\ud83d", "a\ude00", "\ude00\ud83d")) {
        assertRefused("surrogate", () -> new ListItem("red", half, SortKey.number(1)));
        assertRefused("surrogate", () -> new ListItem(half, "k", SortKey.number(1)));
        assertRefused("surrogate", () -> SortKey.text(half));
        assertRefused("surrogate", () -> ListQuery.of(half));
      }
      assertEquals("\ud83d\ude00", ListQuery.of("\ud83d\ude00").group());
      assertRefused("PT9M59S", () -> ListStore.open(url(), Duration.ofSeconds(599)));
      assertRefused("finite", () -> SortKey.number(Double.NaN));
      assertRefused("the key of one item", () -> new Change(null, null, 1, began));
      assertRefused(
          "the key of one item",
          () -> new Change(rita, new ListItem("red", "zoe", SortKey.number(1)), 1, began));
      assertRefused("valid: [a-zA-Z0-9_-]", () -> new ListGeneration("a b", began));
      assertEquals(0, list.page(ListQuery.of("x"), 9).keys().size());
      assertNotEquals(1, list.total(ListQuery.of("x")));
    }
  }

  private static void assertRefused(String part, Runnable asked) {
    String told =
        String.valueOf(assertThrows(IllegalArgumentException.class, asked::run).getMessage());
    assertTrue(told.contains(part), told);
  }
}
