package pagemark.pages.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static pagemark.pages.ListedTable.keys;
import static pagemark.pages.Wire.assertCost;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.entry.Order;
import pagemark.pages.Definitions;
import pagemark.pages.ListedTable;
import pagemark.pages.ListingQuery;
import pagemark.pages.Rounds;
import pagemark.pages.Wire;
import pagemark.pages.error.PagesException.TableUnavailable;
import pagemark.pages.result.Page;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/// Pages of a hundred items of 1 KB, 40 KB and 160 KB are read in two round trips at most. Their
/// payload is not shown. Each test begins with an API that knows no sizes.
///
/// A BatchGetItem leaves the keys that pass 1 MB, as DynamoDB may.
final class RoundTripsIT {
  private static final ListedTable TABLE =
      new ListedTable("roundTrips", Definitions.COMMENTS).open();

  private final ListingQuery byQuery = TABLE.asked(TABLE.index().reader());
  private final ListingQuery byKey =
      TABLE.asked(
          Definitions.COMMENTS.replace("\"projection\": \"all\"", "\"projection\": \"keys\""));

  @BeforeAll
  static void fill() {
    for (int kilobytes : List.of(1, 40, 160)) {
      TABLE.put(
          IntStream.range(0, 110)
              .mapToObj(i -> SizedItems.item("KB" + kilobytes, kilobytes, i))
              .toList());
    }
    TABLE.put(
        IntStream.range(0, 110)
            .mapToObj(i -> SizedItems.item("MIXED", i < 50 ? 2 : 300, i))
            .toList());
  }

  @BeforeEach
  void open() {
    byQuery.group("NOBODY").page(1);
    TABLE.wire().changeBatches(SizedItems::cut);
    TABLE.wire().drain();
  }

  @AfterEach
  void heal() {
    TABLE.wire().heal();
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "40, 5", "160, 20"})
  void itemsOfAKnownSizeAreReadInOneRoundTripOfQueries(int kilobytes, int calls) {
    page(byQuery, "KB" + kilobytes);
    Page page = expecting(byQuery, "KB" + kilobytes, calls);
    assertEquals(SizedItems.keys(kilobytes, 0, 100), keys(page));
    assertCost(
        page, "suspects=0", "plan=query", "tableCalls=" + calls, "roundTrips=1", "discarded=0");
    for (SdkRequest request : TABLE.wire().drain()) {
      assertFalse(((QueryRequest) request).hasExclusiveStartKey());
    }
  }

  /// The left items are only known to be large, so each call has two of them: two items of any size
  /// fit into a call.
  @ParameterizedTest
  @CsvSource({
    "query, 40, 39, 78",
    "query, 160, 49, 98",
    "batch-get, 40, 40, 179",
    "batch-get, 160, 50, 199"
  })
  void aCallCutByItemsLargerThanExpectedIsCompletedInASecondRoundTrip(
      String plan, int kilobytes, int calls, int keys) {
    Page page = expecting(plan.equals("query") ? byQuery : byKey, "KB" + kilobytes, 1, calls);
    assertEquals(SizedItems.keys(kilobytes, 0, 100), keys(page));
    assertCost(
        page,
        "suspects=0",
        "plan=" + plan,
        "tableCalls=" + (1 + calls),
        "roundTrips=2",
        "discarded=5");
    assertEquals(keys, keysAskedFor());
  }

  /// The small ones come first, so what was read says nothing about the rest.
  @Test
  void aPageWhoseLaterItemsAreMuchLargerIsReadInTwoRoundTripsToo() {
    List<String> wanted = new ArrayList<>(SizedItems.keys(2, 0, 50));
    wanted.addAll(SizedItems.keys(300, 50, 100));
    assertEquals(wanted, keys(expecting(byQuery, "MIXED", 1, 26)));
    assertEquals(wanted, keys(expecting(byKey, "MIXED", 1, 26)));
  }

  @Test
  void keysOfAThrottledCallAreReadInTheSecondRoundTrip() {
    for (ListingQuery asked : List.of(byQuery, byKey)) {
      page(asked, "KB40");
      AtomicInteger calls = new AtomicInteger();
      TABLE.wire().beforeRequests(request -> refusedIf(calls.getAndIncrement() == 2, request));
      Page page = expecting(asked, "KB40", 5, 2);
      assertEquals(SizedItems.keys(40, 0, 100), keys(page));
      assertCost(page, "suspects=0", "tableCalls=7", "roundTrips=2", "discarded=5");
      TABLE.wire().beforeRequests(request -> request);
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
    for (ListingQuery asked : List.of(byQuery, byKey)) {
      TABLE
          .wire()
          .beforeRequests(
              _ -> {
                throw refusal(code);
              });
      TableUnavailable told =
          assertThrows(TableUnavailable.class, () -> expecting(asked, "KB1", 1, 2, 2, 2, 2));
      assertInstanceOf(DynamoDbException.class, told.getCause());
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

  private static Page expecting(ListingQuery asked, String group, Integer... calls) {
    TABLE.wire().drain();
    Rounds rounds = TABLE.wire().expectRounds(calls);
    try {
      return page(asked, group);
    } finally {
      rounds.check();
    }
  }

  private static Page page(ListingQuery asked, String group) {
    return asked.group(group).size(100).order(Order.ASCENDING).page(1);
  }

  private static int keysAskedFor() {
    return TABLE.wire().drain().stream()
        .filter(BatchGetItemRequest.class::isInstance)
        .mapToInt(request -> Wire.batch(request, TABLE.table()).keys().size())
        .sum();
  }
}
