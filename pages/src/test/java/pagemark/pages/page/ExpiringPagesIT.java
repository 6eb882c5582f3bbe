package pagemark.pages.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.pages.GroupQuery;
import pagemark.pages.ListedTable;
import pagemark.pages.error.PagesException.UnknownItem;
import pagemark.pages.result.Page;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Pages of a table whose items expire, with a clock that a test sets: `s0` to `s9` expire one
/// after the other, a second each.
final class ExpiringPagesIT {
  private static final String SESSIONS =
      """
      { "sessions": {
          "table": "${TABLE_NAME}", "index": "byUser", "projection": "all",
          "group": { "attribute": "user" },
          "sort": { "attribute": "at", "type": "integer" },
          "key": [ { "attribute": "PK" } ],
          "expires": { "attribute": "ttl" },
          "attributes": ["PK"] } }
      """;
  private static final Instant BEGIN = Instant.ofEpochSecond(1_800_000_000);

  private Instant now = BEGIN;

  private static Map<String, AttributeValue> session(int number, long ttl) {
    return Map.of(
        "PK", fromS("s" + number),
        "user", fromS("rita"),
        "at", fromN("" + number),
        "ttl", fromN("" + ttl));
  }

  private ListedTable table(String name) {
    return new ListedTable(name, SESSIONS, new InMemoryIndex(() -> now, IndexSettings.DEFAULT));
  }

  private static ListedTable filled(ListedTable table) {
    table.put(
        IntStream.range(0, 10).mapToObj(i -> session(i, BEGIN.getEpochSecond() + 1 + i)).toList());
    return table;
  }

  private GroupQuery query(ListedTable table) {
    return table.asked(table.index().reader(), () -> now).group("rita").size(3);
  }

  @Test
  void aPageHidesItemsFromTheSecondOnThatTheyExpire() {
    ListedTable table = filled(table("expiring-pages").open());
    GroupQuery query = query(table);
    Page whole = query.page(1);
    assertEquals(List.of("s0", "s1", "s2"), ListedTable.keys(whole));
    assertEquals(Optional.of(Duration.ofSeconds(1)), whole.untilExpiry());

    now = BEGIN.plusSeconds(2);
    Page page = query.page(1);
    assertEquals(List.of("s2", "s3", "s4"), ListedTable.keys(page), "spare ones take their places");
    assertEquals(OptionalLong.of(10), page.total(), "the index has them still");
    assertEquals(List.of("s3", "s4", "s5"), ListedTable.keys(query.page(2)), "two come twice");
    Page after = query.read(page.ends().after().orElseThrow());
    assertEquals(List.of("s5", "s6", "s7"), ListedTable.keys(after), "each once by cursors");
    assertEquals(0, page.cost().suspects());
    assertEquals(0, page.diagnosis().suspects());
    assertEquals(List.of(), table.suspects());
    assertThrows(UnknownItem.class, () -> query.item("s1"));
    assertEquals("s2", ListedTable.keys(query.item("s2")).getFirst());
  }

  /// The sweep has a minute for each run, and another one in which it may be late.
  @Test
  void aPageSaysSoIfTheSweepIsLate() {
    ListedTable table = filled(table("expiring-late").open());
    table.state().swept("sessions", ListedTable.GENERATION, BEGIN);
    for (int second : List.of(0, 120, 121)) {
      now = BEGIN.plusSeconds(second);
      assertEquals(second <= 120, query(table).page(1).exact(), "after " + second);
    }
    table.state().swept("sessions", ListedTable.GENERATION, now.minusSeconds(20));
    now = now.plusSeconds(6);
    assertTrue(query(table).page(1).exact());
  }

  @Test
  void aPageWithoutTheIndexHidesThemToo() {
    ListedTable table = filled(table("expiring-unindexed"));
    now = BEGIN.plusSeconds(2);
    Page page = query(table).page(1);
    assertEquals(OptionalLong.empty(), page.total());
    assertEquals(
        List.of("s2"),
        ListedTable.keys(page).stream().filter(key -> key.compareTo("s3") < 0).toList());
  }
}
