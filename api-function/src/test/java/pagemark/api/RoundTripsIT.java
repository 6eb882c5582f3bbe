package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.api.Front.Reply;
import pagemark.entry.Position;
import pagemark.index.PageIndexReader;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.listing.json.Listings;
import pagemark.pages.Definitions;
import pagemark.pages.PagesOnly;
import pagemark.pages.Rounds;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/// Pages of a hundred items of 1 KB, 40 KB and 160 KB are read in two round trips at most. Their
/// payload is not shown. Each test begins with an API that knows no sizes.
///
/// A BatchGetItem leaves the keys that pass 1 MB, as DynamoDB may.
final class RoundTripsIT {
  private static final Shop SHOP = new Shop("round-trips", Definitions.COMMENTS).open();
  private static final Listings BY_KEY =
      Definitions.listings(
          Definitions.COMMENTS.replace("\"projection\": \"all\"", "\"projection\": \"keys\""),
          SHOP.table());

  private Front byQuery = SHOP.front();
  private Front byKey = SHOP.front();

  @BeforeAll
  static void fill() {
    for (int kilobytes : List.of(1, 40, 160)) {
      SHOP.put(
          IntStream.range(0, 110)
              .mapToObj(i -> SizedItems.item("KB" + kilobytes, kilobytes, i))
              .toList());
    }
    SHOP.put(
        IntStream.range(0, 110)
            .mapToObj(i -> SizedItems.item("MIXED", i < 50 ? 2 : 300, i))
            .toList());
  }

  @BeforeEach
  void open() {
    byQuery = SHOP.front(SHOP.listings(), InstantSource.system(), true);
    byKey = SHOP.front(BY_KEY, InstantSource.system(), true);
    byQuery.get("/comments/NOBODY");
    SHOP.wire().changeBatches(SizedItems::cut);
    SHOP.wire().drain();
  }

  @AfterEach
  void heal() {
    SHOP.wire().heal();
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "40, 5", "160, 20"})
  void itemsOfAKnownSizeAreReadInOneRoundTripOfQueries(int kilobytes, int calls) {
    page(byQuery, "KB" + kilobytes);
    Reply reply = expecting(byQuery, "KB" + kilobytes, calls);
    assertEquals(SizedItems.keys(kilobytes, 0, 100), PageReadsIT.keys(reply));
    assertCost(reply, "plan=query", "table-calls=" + calls, "round-trips=1", "discarded=0");
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "40, 5", "160, 20"})
  void itemsOfAKnownSizeAreReadInOneRoundTripByKey(int kilobytes, int calls) {
    page(byKey, "KB" + kilobytes);
    Reply reply = expecting(byKey, "KB" + kilobytes, calls);
    assertEquals(SizedItems.keys(kilobytes, 0, 100), PageReadsIT.keys(reply));
    assertCost(reply, "plan=batch-get", "table-calls=" + calls, "round-trips=1", "discarded=0");
  }

  /// The left items are only known to be large, so each call has two of them: two items of any size
  /// fit into a call.
  @ParameterizedTest
  @CsvSource({"40, 39, 78", "160, 49, 98"})
  void aQueryCutByItemsLargerThanExpectedIsCompletedInASecondRoundTrip(
      int kilobytes, int calls, int keys) {
    Reply reply = expecting(byQuery, "KB" + kilobytes, 1, calls);
    assertEquals(SizedItems.keys(kilobytes, 0, 100), PageReadsIT.keys(reply));
    assertCost(reply, "plan=query", "table-calls=" + (1 + calls), "round-trips=2", "discarded=5");
    assertEquals(keys, keysAskedFor());
  }

  @ParameterizedTest
  @CsvSource({"40, 40, 79", "160, 50, 99"})
  void aBatchCutByItemsLargerThanExpectedIsCompletedInASecondRoundTrip(
      int kilobytes, int calls, int keys) {
    Reply reply = expecting(byKey, "KB" + kilobytes, 1, calls);
    assertEquals(SizedItems.keys(kilobytes, 0, 100), PageReadsIT.keys(reply));
    assertCost(
        reply, "plan=batch-get", "table-calls=" + (1 + calls), "round-trips=2", "discarded=5");
    assertEquals(100 + keys, keysAskedFor());
  }

  /// The small ones come first, so what was read says nothing about the rest.
  @Test
  void aPageWhoseLaterItemsAreMuchLargerIsReadInTwoRoundTripsToo() {
    List<String> wanted = new ArrayList<>(SizedItems.keys(2, 0, 50));
    wanted.addAll(SizedItems.keys(300, 50, 100));
    assertEquals(wanted, PageReadsIT.keys(expecting(byQuery, "MIXED", 1, 26)));
    assertEquals(wanted, PageReadsIT.keys(expecting(byKey, "MIXED", 1, 26)));
  }

  @Test
  void aSmallPageIsReadInOneRoundTripEvenIfLargeItemsWereReadBefore() {
    page(byQuery, "KB160");
    assertEquals(SizedItems.keys(1, 0, 100), PageReadsIT.keys(expecting(byQuery, "KB1", 20)));
    assertEquals(SizedItems.keys(1, 0, 100), PageReadsIT.keys(page(byQuery, "KB1")));
  }

  @Test
  void keysLeftUnprocessedAreReadInTheSecondRoundTrip() {
    page(byKey, "KB1");
    AtomicInteger calls = new AtomicInteger();
    SHOP.wire()
        .changeBatches(
            batch -> calls.getAndIncrement() == 0 ? SizedItems.leavingHalf(batch) : batch);
    Reply reply = expecting(byKey, "KB1", 1, 1);
    assertEquals(SizedItems.keys(1, 0, 100), PageReadsIT.keys(reply));
    assertCost(reply, "table-calls=2", "round-trips=2", "discarded=5");
  }

  @Test
  void keysLeftUnprocessedInTheSecondRoundTripTakeAThirdAfterAPause() {
    hide(Set.copyOf(SizedItems.keys(1, 10, 50)));
    AtomicInteger calls = new AtomicInteger();
    SHOP.wire()
        .changeBatches(
            batch -> calls.getAndIncrement() == 0 ? SizedItems.leavingHalf(batch) : batch);
    Reply reply = expecting(byQuery, "KB1", 1, 1, 1);
    assertEquals(SizedItems.keys(1, 0, 100), PageReadsIT.keys(reply));
    assertCost(reply, "table-calls=3", "round-trips=3", "discarded=5");
  }

  @Test
  void itemsThatTheGsiLacksAreReadInTheSecondRoundTripWhateverTheirSize() {
    hide(Set.copyOf(SizedItems.keys(160, 0, 110)));
    Reply reply = expecting(byQuery, "KB160", 1, 53);
    assertEquals(SizedItems.keys(160, 0, 100), PageReadsIT.keys(reply));
    assertCost(reply, "plan=query", "round-trips=2", "discarded=5");
    reply = expecting(byQuery, "KB160", 20, 21);
    assertEquals(SizedItems.keys(160, 0, 100), PageReadsIT.keys(reply));
  }

  /// Hides items from Queries, like a GSI that lags behind its table.
  private static void hide(Set<String> late) {
    SHOP.wire()
        .changeQueries(
            query ->
                query.toBuilder()
                    .items(
                        query.items().stream()
                            .filter(item -> !late.contains(Shop.text(item, "PK")))
                            .toList())
                    .build());
  }

  @Test
  void keysOfAThrottledCallAreReadInTheSecondRoundTrip() {
    for (Front front : List.of(byQuery, byKey)) {
      page(front, "KB40");
      AtomicInteger calls = new AtomicInteger();
      SHOP.wire().beforeRequests(request -> refusedIf(calls.getAndIncrement() == 2, request));
      Reply reply = expecting(front, "KB40", 5, 2);
      assertEquals(SizedItems.keys(40, 0, 100), PageReadsIT.keys(reply));
      assertCost(reply, "table-calls=7", "round-trips=2", "discarded=5");
      SHOP.wire().beforeRequests(request -> request);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ProvisionedThroughputExceededException",
        "ThrottlingException",
        "RequestLimitExceeded"
      })
  void aTableThatRefusesEveryCallIsGivenUpAfterAFew(String code) {
    for (Front front : List.of(byQuery, byKey)) {
      SHOP.wire()
          .beforeRequests(
              _ -> {
                throw refusal(code);
              });
      Reply reply = expecting(front, "KB1", 1, 2, 2, 2, 2);
      assertEquals(503, reply.status());
      assertEquals("1", reply.header("Retry-After"));
    }
  }

  private static SdkRequest refusedIf(boolean refused, SdkRequest request) {
    if (refused) {
      throw refusal("ProvisionedThroughputExceededException");
    }
    return request;
  }

  private static DynamoDbException refusal(String code) {
    AwsErrorDetails details = AwsErrorDetails.builder().errorCode(code).build();
    return (DynamoDbException)
        DynamoDbException.builder().awsErrorDetails(details).statusCode(400).build();
  }

  /// A selection of every n-th item of a group.
  @ParameterizedTest
  @CsvSource({
    "1, 4, 'plan=query', 1, 72",
    "1, 5, 'plan=batch-get', 1, 0",
    "40, 2, 'plan=batch-get', 3, 0",
    "40, 25, 'plan=batch-get', 1, 0",
    "160, 2, 'plan=batch-get', 10, 0"
  })
  void aSparseSelectionIsQueriedOnlyWhereThatIsNoDearer(
      int kilobytes, int step, String plan, int calls, int discarded) {
    Front sparse = SHOP.front(every(step));
    page(sparse, "KB" + kilobytes);
    Reply reply = expecting(sparse, "KB" + kilobytes, calls);
    List<String> all = SizedItems.keys(kilobytes, 0, 100);
    assertEquals(
        all.stream().filter(key -> all.indexOf(key) % step == 0).toList(), PageReadsIT.keys(reply));
    assertCost(reply, plan, "round-trips=1", "discarded=" + discarded);
  }

  private static PageIndexReader every(int step) {
    return new PagesOnly() {
      @Override
      public PageSlice page(PageQuery query) {
        List<Position> all = SHOP.index().reader().page(query).positions();
        List<Position> some =
            IntStream.range(0, all.size()).filter(i -> i % step == 0).mapToObj(all::get).toList();
        long span = some.isEmpty() ? 0 : all.indexOf(some.getLast()) + 1;
        return new PageSlice(some.size(), 0, some, List.of(), span);
      }
    };
  }

  private static Reply expecting(Front front, String group, Integer... calls) {
    SHOP.wire().drain();
    Rounds rounds = SHOP.wire().expectRounds(calls);
    Reply reply = page(front, group);
    rounds.check();
    return reply;
  }

  private static Reply page(Front front, String group) {
    return front.get("/comments/" + group + "?size=100&order=ascending");
  }

  private static int keysAskedFor() {
    return SHOP.wire().drain().stream()
        .filter(BatchGetItemRequest.class::isInstance)
        .mapToInt(request -> PageReadsIT.batch(request, SHOP.table()).keys().size())
        .sum();
  }

  private static void assertCost(Reply reply, String... parts) {
    List<String> told = List.of(reply.header("Pagemark-Cost").split(", "));
    assertTrue(told.contains("suspects=0"), told.toString());
    for (String part : parts) {
      assertTrue(told.contains(part), part + " in " + told);
    }
  }
}
