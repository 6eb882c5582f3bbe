package pagemark.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import pagemark.index.PageIndexReader;
import pagemark.listing.Order;
import pagemark.pages.error.PagesException;
import pagemark.pages.error.PagesException.IndexUnavailable;
import pagemark.pages.error.PagesException.Interrupted;
import pagemark.pages.error.PagesException.InvalidCursor;
import pagemark.pages.error.PagesException.InvalidParameter;
import pagemark.pages.error.PagesException.NotReady;
import pagemark.pages.error.PagesException.PastEnd;
import pagemark.pages.error.PagesException.TableUnavailable;
import pagemark.pages.error.PagesException.UnknownItem;
import pagemark.pages.error.PagesException.UnknownListing;
import pagemark.pages.page.TimedIndex;
import pagemark.pages.result.Facets;
import pagemark.pages.result.Page;
import pagemark.pages.scope.Start;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;

/// The library as a caller uses it, over 90 comments, a minute apart, rated 1 to 5 in turn.
final class PagesIT {
  private static final long SEED = 20_261_122;
  private static final int COMMENTS = 90;
  private static final ListedTable TABLE = table();
  private static final Pages PAGES = pages(TABLE.index().reader());

  private final GroupQuery query = PAGES.listing("comments").group("x");

  private static ListedTable table() {
    ListedTable table = new ListedTable("pages", Definitions.COMMENTS).open();
    table.put(IntStream.range(0, COMMENTS).mapToObj(PagesIT::comment).toList());
    return table;
  }

  private static Map<String, AttributeValue> comment(int i) {
    Map<String, AttributeValue> comment =
        new HashMap<>(ListedTable.comment("c%02d".formatted(i), "x", at(i)));
    comment.put("rating", fromN("" + rating(i)));
    return comment;
  }

  private static String at(int i) {
    return "2024-05-01 %02d:%02d".formatted(i / 60, i % 60);
  }

  private static int rating(int i) {
    return 1 + i % 5;
  }

  private static Pages pages(PageIndexReader index) {
    return Pages.of(TABLE.services(TABLE.listings(), index, InstantSource.system()));
  }

  private static List<String> keys(Page page) {
    return page.items().stream().map(item -> ListedTable.text(item, "PK")).toList();
  }

  private static List<String> comments(int... numbers) {
    return IntStream.of(numbers).mapToObj("c%02d"::formatted).toList();
  }

  @Test
  void readsByNumberAndTellsTotalEndsAndCost() {
    Page page = query.filter("rating", 4, 5).size(5).page(2);
    assertEquals(comments(78, 74, 73, 69, 68), keys(page));
    assertEquals(OptionalLong.of(36), page.total());
    assertEquals(OptionalLong.of(8), page.totalPages());
    assertEquals(OptionalLong.of(2), page.number());
    assertEquals(Optional.of(new Start.Numbered(1)), page.prev());
    assertEquals(Optional.of(new Start.Numbered(3)), page.next());
    assertEquals(Optional.of(new Start.Numbered(8)), page.last());
    assertTrue(page.exact());
    assertEquals(
        List.of(1, 1), List.of(page.cost().indexCalls(), page.cost().roundTrips()), "" + page);
  }

  @Test
  void readsBySkipSortValueItemCursorAndLink() {
    GroupQuery pages = query.order(Order.ASCENDING).size(4);
    assertEquals(comments(3, 4, 5, 6), keys(pages.skip(3)));
    assertEquals(comments(8, 9, 10, 11), keys(pages.at(at(8))));
    assertEquals(comments(8, 9, 10, 11), keys(pages.item("c10")));
    Page second = pages.page(2);
    assertEquals(comments(8, 9, 10, 11), keys(pages.read(second.next().orElseThrow())));
    assertEquals(
        comments(8, 9, 10, 11), keys(pages.cursor(second.ends().after().orElseThrow().text())));
    assertEquals(
        comments(0, 1, 2, 3), keys(pages.cursor(second.ends().before().orElseThrow().text())));
    assertEquals(comments(88, 89), keys(pages.stable().newest()));
  }

  @Test
  void countsInsideAWindowAndMovesIt() {
    Page page = query.order(Order.ASCENDING).window(at(10), at(20)).size(6).page(2);
    assertEquals(comments(16, 17, 18, 19), keys(page));
    assertEquals(OptionalLong.of(10), page.total());
    assertEquals(at(20), page.later().orElseThrow().fromText());
    assertEquals(at(0), page.earlier().orElseThrow().fromText());
  }

  @Test
  void countsFacetsUnderTheOtherFilters() {
    Facets facets = query.filter("rating", 4).facets();
    assertEquals(18, facets.total());
    assertEquals(
        List.of(18L, 18L, 18L, 18L, 18L, 0L),
        List.copyOf(facets.byFilter().getFirst().counts().values()));
  }

  @Test
  void randomPagesAreThoseOfASortedList() {
    System.out.println("seed " + SEED);
    Random random = new Random(SEED);
    for (int i = 0; i < 60; i++) {
      int rating = 1 + random.nextInt(5);
      int from = random.nextInt(COMMENTS);
      int to = from + 1 + random.nextInt(COMMENTS);
      int size = 1 + random.nextInt(20);
      Order order = random.nextBoolean() ? Order.ASCENDING : Order.DESCENDING;
      List<String> all =
          new ArrayList<>(
              comments(
                  IntStream.range(from, Math.min(to, COMMENTS))
                      .filter(c -> rating(c) == rating)
                      .toArray()));
      all.sort(order == Order.ASCENDING ? Comparator.naturalOrder() : Comparator.reverseOrder());
      GroupQuery asked =
          query.filter("rating", rating).window(at(from), at(to)).order(order).size(size);
      List<String> read = new ArrayList<>();
      Page page = asked.page(1);
      read.addAll(keys(page));
      while (page.next().isPresent()) {
        page = asked.read(page.next().orElseThrow());
        read.addAll(keys(page));
      }
      assertEquals(all, read, asked.scope()::toString);
    }
  }

  @Test
  void wrongValuesAreRefusedWithTheValidOnes() {
    assertInvalid("filter", "colour", "rating", () -> query.filter("colour", "red"));
    assertInvalid("rating", "6", "one or more of 1, 2", () -> query.filter("rating", 6));
    assertInvalid("rating", "", "one or more of 1, 2", () -> query.filter("rating"));
    assertInvalid("rating", "4,4", "each value once", () -> query.filter("rating", 4, 4));
    assertInvalid("size", "0", "from 1 to 100", () -> query.size(0));
    assertInvalid("size", "101", "from 1 to 100", () -> query.size(101));
    assertInvalid("page", "0", "from 1 to 2147483647", () -> query.page(0));
    assertInvalid("skip", "-1", "from 0 to 2147483647", () -> query.skip(-1));
    assertInvalid("skip", "1", "page, at, item or cursor", () -> query.stable().skip(1));
    assertInvalid("at", "noon", "a datetime of the pattern", () -> query.at("noon"));
    assertInvalid("to", at(1), "larger than that of from", () -> query.window(at(1), at(1)));
    assertInvalid("item", "b", "item once", () -> query.item("a", "b"));
    assertInvalid("item", "", "item once", () -> query.item());
    assertInvalid("group", "", "1 to 2048 bytes", () -> PAGES.listing("comments").group(""));
    PagesException unknown =
        assertThrows(UnknownListing.class, () -> PAGES.listing("orders").group("x"));
    assertEquals("listing is \"orders\"; valid values: comments", unknown.getMessage());
  }

  private static void assertInvalid(String name, String value, String valid, Executable ask) {
    InvalidParameter wrong = assertThrows(InvalidParameter.class, ask);
    assertEquals(List.of(name, value), List.of(wrong.name(), wrong.value()));
    assertTrue(wrong.valid().contains(valid), wrong.valid());
  }

  @Test
  void pagesThatDoNotExistAreTypedExceptions() {
    PastEnd past = assertThrows(PastEnd.class, () -> query.size(40).page(4));
    assertEquals(3, past.lastPage());
    PastEnd skipped = assertThrows(PastEnd.class, () -> query.size(40).skip(95));
    assertEquals(OptionalLong.of(55), skipped.lastSkip());
    assertThrows(UnknownItem.class, () -> query.item("nobody"));
    assertThrows(UnknownItem.class, () -> query.filter("rating", 1).item("c01"));
    String cursor = query.size(5).page(2).ends().after().orElseThrow().text();
    assertThrows(InvalidCursor.class, () -> query.size(6).cursor(cursor));
  }

  @Test
  void anIndexThatIsAwayIsATypedExceptionUnlessTheTableSuffices() {
    GroupQuery lost = pages(Broken.notReady()).listing("comments").group("x");
    assertThrows(NotReady.class, () -> lost.page(2));
    GroupQuery down = pages(Broken.down()).listing("comments").group("x");
    assertThrows(IndexUnavailable.class, () -> down.page(2));
    Page first = down.size(5).page(1);
    assertEquals(comments(89, 88, 87, 86, 85), keys(first));
    assertEquals(OptionalLong.empty(), first.total());
    assertTrue(first.diagnosis().indexFailure().isPresent());
    assertTrue(first.ends().isFirst());
    assertFalse(first.ends().isLast());
    Page second = down.size(5).read(first.next().orElseThrow());
    assertEquals(comments(84, 83, 82, 81, 80), keys(second));
    assertEquals(first.items(), down.size(5).read(second.prev().orElseThrow()).items());
  }

  @Test
  void aStartOfAnotherQueryIsCheckedAgain() {
    Page page = query.size(5).page(2);
    Start cursor = page.ends().after().orElseThrow();
    assertThrows(InvalidCursor.class, () -> query.size(6).read(cursor));
    Start at = query.starts().at(at(8));
    assertEquals(
        comments(8, 9, 10, 11),
        keys(query.order(Order.ASCENDING).size(4).read(at)),
        "in its order");
    assertInvalid("page", "0", "from 1", () -> new Start.Numbered(0));
    assertInvalid("skip", "-1", "from 0", () -> new Start.Skipped(-1));
    assertInvalid("skip", "5", "page, at", () -> query.stable().read(new Start.Skipped(5)));
    assertInvalid(
        "numbering", "from the first item", "stable", () -> query.read(new Start.Newest()));
    assertEquals(comments(89, 88), keys(query.size(4).newest()));
  }

  @Test
  void itemsHaveTheAttributesThatTheListingShows() {
    for (Map<String, AttributeValue> item : query.page(1).items()) {
      assertEquals(List.of("PK", "SK", "title"), List.copyOf(item.keySet()));
    }
  }

  @Test
  void closedPagesSaySo() {
    Pages closed = pages(TABLE.index().reader());
    closed.close();
    closed.close();
    GroupQuery asked = closed.listing("comments").group("x");
    assertThrows(IllegalStateException.class, () -> asked.page(1));
    assertEquals(Optional.empty(), closed.warmUp());
  }

  @Test
  void anInterruptedCallerIsNoFailureOfTheIndex() {
    timed.page(1);
    for (int i = 0; i < 5; i++) {
      Thread.currentThread().interrupt();
      assertThrows(Interrupted.class, () -> timed.page(2));
      assertTrue(Thread.interrupted());
    }
    assertEquals(20, timed.page(2).items().size());
  }

  /// With the timeouts of an opened index.
  private final GroupQuery timed =
      pages(new TimedIndex(TABLE.index().reader(), Duration.ofSeconds(9), Duration.ofSeconds(9)))
          .listing("comments")
          .group("x");

  @Test
  void aTableThatThrottlesIsATypedException() {
    RuntimeException busy =
        ProvisionedThroughputExceededException.builder()
            .awsErrorDetails(
                AwsErrorDetails.builder()
                    .errorCode("ProvisionedThroughputExceededException")
                    .build())
            .build();
    ListedTable other = new ListedTable("pages-busy", Definitions.COMMENTS).open();
    other.put(List.of(comment(1)));
    GroupQuery asked =
        Pages.of(other.services(other.listings(), other.index().reader(), InstantSource.system()))
            .listing("comments")
            .group("x");
    asked.page(1);
    other
        .wire()
        .beforeRequests(
            request -> {
              throw busy;
            });
    TableUnavailable told = assertThrows(TableUnavailable.class, () -> asked.page(1));
    assertSame(busy, told.getCause());
  }

  @Test
  void oneObjectServesManyThreads() throws Exception {
    List<Callable<List<String>>> calls =
        IntStream.range(0, 64)
            .<Callable<List<String>>>mapToObj(i -> () -> keys(query.size(10).page(1 + i % 9)))
            .toList();
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      List<Future<List<String>>> answers = threads.invokeAll(calls);
      Function<Integer, List<String>> expected =
          number -> comments(IntStream.range(0, 10).map(i -> 99 - 10 * number - i).toArray());
      for (int i = 0; i < answers.size(); i++) {
        assertEquals(expected.apply(1 + i % 9), answers.get(i).get());
      }
    }
  }
}
