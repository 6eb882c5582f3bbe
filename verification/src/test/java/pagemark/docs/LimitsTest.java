package pagemark.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import pagemark.index.Figures;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStore.Limits;
import pagemark.index.IndexStores;

/// What stores say of themselves before a deployment and a rebuild is no less than what tests
/// count, and less than twice that.
final class LimitsTest {
  private static final Map<String, String> URLS =
      Map.of(
          "dynamodb", "dynamodb:limits?maxWriteUnits=2000",
          "redis",
              "rediss://a@h:6379?cluster=true&iam=c&serverless=true&maxGigabytes=1&maxUnits=25000",
          "sql", "jdbc:postgresql://h:5432/pages?user=a&password=b");

  private static Limits limits(String kind, int cells) {
    try (IndexStore store = IndexStores.open(URLS.getOrDefault(kind, ""), IndexSettings.DEFAULT)) {
      return store.limits(cells);
    }
  }

  private static void assertCovers(double said, String... rows) {
    for (String row : rows) {
      assertTrue(said >= Figures.value(row), () -> "%s: %s".formatted(row, said));
    }
    assertTrue(said < 2 * Figures.value(rows[rows.length - 1]), () -> "too dear: " + said);
  }

  @Test
  void anIndexInDynamoDbTakesWhatItsRecordsTake() {
    Limits plain = limits("dynamodb", 1);
    assertCovers(plain.unitsPerRecord(), "move-of-50000", "move-1-text", "move-of-5000");
    assertCovers(limits("dynamodb", 24).unitsPerRecord(), "move-cells-24");
    assertCovers(limits("dynamodb", 128).unitsPerRecord(), "move-cells-128");
    assertCovers(plain.unitsPerRow(), "sorted-by-1", "sorted-by-40");
    assertCovers(plain.bytesPerEntry(), "bytes-dynamodb-packed", "bytes-dynamodb-uuid");
    assertEquals(2_000, plain.unitsMax());
  }

  @Test
  void aCacheTakesWhatItsEntriesTake() {
    Limits plain = limits("redis", 1);
    assertCovers(plain.unitsPerRecord(), "record-ecpu");
    assertCovers(plain.bytesPerEntry(), "bytes-redis-packed", "bytes-redis-uuid");
    assertCovers(limits("redis", 5).bytesPerEntry(), "bytes-redis-filter");
    assertEquals(25_000, plain.unitsMax());
    assertEquals(1_000_000_000, plain.bytesMax());
    assertTrue(plain.holdsTwice((long) (Figures.value("entries-of-a-gigabyte") / 2.001)));
    assertTrue(!plain.holdsTwice((long) (Figures.value("entries-of-a-gigabyte") / 1.99)));
  }

  @Test
  void aDatabaseTakesWhatItsRowsTake() {
    assertCovers(limits("sql", 1).bytesPerEntry(), "bytes-sqlite", "bytes-mariadb");
    assertCovers(limits("sql", 1).bytesPerEntry(), "bytes-postgresql");
  }
}
