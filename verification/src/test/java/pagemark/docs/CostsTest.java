package pagemark.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import pagemark.docs.BreakEven.Kind;

/// Examples that can be checked by hand, with round prices.
final class CostsTest {
  private static final Map<String, Double> ROWS =
      Map.ofEntries(
          Map.entry("price-read", 0.1),
          Map.entry("price-write", 0.5),
          Map.entry("price-stored", 0.25),
          Map.entry("price-cache", 0.1),
          Map.entry("price-cache-min", 0.1),
          Map.entry("price-ecpu", 0.002),
          Map.entry("price-node", 0.2),
          Map.entry("node-gibibytes", 8.0),
          Map.entry("price-lambda-requests", 0.2),
          Map.entry("price-lambda", 0.00001),
          Map.entry("price-http", 1.0),
          Map.entry("bytes-redis-uuid", 100.0),
          Map.entry("bytes-dynamodb-uuid", 50.0),
          Map.entry("fence-redis", 40.0),
          Map.entry("record-ecpu", 5.0),
          Map.entry("units", 2.0));

  private final Costs costs = new Costs(ROWS::get);
  private final BreakEven evens = new BreakEven(ROWS::get);

  @Test
  void unitsAndRequestsArePaidByTheMillion() {
    assertEquals(0.2, costs.reads(2e6), 1e-9);
    assertEquals(1, costs.writes(2e6), 1e-9);
    assertEquals(0.004, costs.ecpu(2e6), 1e-9);
    assertEquals(2, costs.requests(2e6), 1e-9);
    assertEquals(0.2 + 0.5, costs.lambda(1e6, 0.05), 1e-9);
  }

  @Test
  void aSmallCacheCostsItsLeast() {
    assertEquals(7.3, costs.cache(1, 730), 1e-9);
    assertEquals(146, costs.cache(2e9, 730), 1e-9);
  }

  /// A pair of 8 GiB has room for 3.2 GB and a second generation.
  @Test
  void nodesComeInPairs() {
    assertEquals(2 * 730 * 0.2, costs.nodes(3.2e9), 1e-9);
    assertEquals(4 * 730 * 0.2, costs.nodes(3.3e9), 1e-9);
  }

  /// 4,096,000 bytes are 500 units a day.
  @Test
  void aRepairReadsHalfAUnitForEachFourKilobytes() {
    assertEquals(30 * 500 * 0.1e-6, costs.swept(4_096_000), 1e-12);
    assertEquals(0.25, costs.stored(1e9), 1e-9);
  }

  /// Ten writes a second are 25,920,000 a month, and leave 2,592,000 fences in three days.
  @Test
  void writesLeaveFencesInACache() {
    double bytes = 100e6 + 2_592_000 * 40;
    assertEquals(
        bytes / 1e9 * 73 + 25.92 * 5 * 0.002, evens.month(Kind.SERVERLESS, 1e6, 10, "units"), 1e-6);
    assertEquals(25.92, evens.month(Kind.DYNAMODB, 1e6, 10, "units"), 0.05);
    assertEquals(Kind.SERVERLESS, evens.cheapest(1e6, 10, "units"));
    assertEquals(Kind.DYNAMODB, evens.cheapest(1e6, 1, "units"));
  }

  @Test
  void bothCostTheSameAtTheBreakEven() {
    double writes = evens.writes(1e6, "units");
    assertTrue(writes > 1 && writes < 10, () -> "" + writes);
    assertEquals(
        evens.month(Kind.DYNAMODB, 1e6, writes, "units"),
        evens.month(Kind.SERVERLESS, 1e6, writes, "units"),
        0.01);
  }
}
