package pagemark.pages.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pagemark.listing.Listing;
import pagemark.pages.Definitions;
import pagemark.pages.table.FetchPlan.BatchGet;
import pagemark.pages.table.FetchPlan.Ranges;
import pagemark.pages.table.TableRead.Left;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

final class ItemSizesTest {
  private static final Listing LISTING = Definitions.comments();
  private static final String INDEX = "byProduct";

  private final ItemSizes sizes = new ItemSizes();

  @Test
  void assumesAKilobyteBeforeTheFirstRead() {
    assertEquals(1_024, sizes.of(LISTING, INDEX));
    assertEquals(1_024, sizes.ofTable(LISTING));
    query(0, 0.5);
    assertEquals(1_024, sizes.of(LISTING, INDEX));
  }

  @Test
  void aQueryGivesTheAverageWithinAStep() {
    query(100, 488.5);
    assertNear(40_000, sizes.of(LISTING, INDEX), 41);
  }

  @Test
  void aReadByKeyGivesOnlyTheStepsOfItsItems() {
    batch(10, 5, false, 0);
    assertEquals(1_024, sizes.ofTable(LISTING), "up to 4 KB, as was thought");
    batch(10, 15, false, 0);
    assertEquals(8_192, sizes.ofTable(LISTING), "more than two steps");
    batch(10, 30, true, 0);
    assertEquals(8_192, sizes.ofTable(LISTING), "a consistent read costs twice as much");
  }

  @Test
  void theEstimateRisesAtOnceAndFallsByHalves() {
    query(10, 0.5 * 10 * 10);
    long large = sizes.of(LISTING, INDEX);
    assertTrue(large > 40_000 && large <= 40_960, "" + large);
    query(10, 0.5 * 2);
    long falling = sizes.of(LISTING, INDEX);
    assertNear((large + 819) / 2, falling, 1);
    query(10, 0.5 * 10 * 10);
    assertNear(large, sizes.of(LISTING, INDEX), 500);
  }

  @Test
  void manyRoundedQueriesGiveAWiderRange() {
    sizes.learn(
        LISTING,
        new Ranges(LISTING.accesses().getFirst(), List.of()),
        new TableRead(items(4), 16, 8, TableRead.Left.NOTHING));
    assertEquals(1_024, sizes.of(LISTING, INDEX), "anything up to 16 KB");
  }

  @Test
  void anItemIsAtLeastAsLargeInTheTableAsInAnIndex() {
    query(100, 488.5);
    assertEquals(sizes.of(LISTING, INDEX), sizes.ofTable(LISTING));
    batch(10, 100, false, 0);
    assertEquals(77_824, sizes.ofTable(LISTING));
    assertNear(40_000, sizes.of(LISTING, INDEX), 41);
  }

  @Test
  void keysThatWereNotReadDoNotCount() {
    batch(100, 50 * 5.0, false, 50);
    assertEquals(36_864, sizes.ofTable(LISTING));
  }

  @Test
  void theEstimateNeverPassesDynamoDbsLargestItem() {
    query(1, 60);
    assertEquals(ItemSizes.MAX, sizes.of(LISTING, INDEX));
  }

  private static void assertNear(long expected, long actual, long distanceMax) {
    assertTrue(Math.abs(actual - expected) <= distanceMax, actual + " for " + expected);
  }

  private void query(int items, double units) {
    sizes.learn(
        LISTING,
        new Ranges(LISTING.accesses().getFirst(), List.of()),
        new TableRead(items(items), 1, units, TableRead.Left.NOTHING));
  }

  private void batch(int keys, double units, boolean consistent, int left) {
    List<Map<String, AttributeValue>> asked = items(keys);
    Left unread = Left.ofKeys(asked.subList(0, left), left > 0);
    sizes.learn(
        LISTING,
        new BatchGet(asked, 100, consistent),
        new TableRead(asked.subList(left, keys), 1, units, unread));
  }

  private static List<Map<String, AttributeValue>> items(int count) {
    return IntStream.range(0, count)
        .<Map<String, AttributeValue>>mapToObj(
            i -> Collections.singletonMap("PK", fromS("item" + i)))
        .toList();
  }
}
