package pagemark.pages.items;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.PageSlice;
import pagemark.listing.Definitions;
import pagemark.pages.scope.Scope;
import pagemark.pages.table.TableRead;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Pages of items that expire, from reads that are older than the table or not.
final class ExpiredItemsTest {
  private static final Instant NOW = Instant.ofEpochSecond(1_800_000_000);
  private static final PageSlice TWO_AND_A_SPARE =
      new PageSlice(9, 0, List.of(position(1), position(2)), List.of(position(3)), 3);

  private final PageVerification page =
      new PageVerification(
          Scope.of(Definitions.SESSIONS, List.of("rita")), TWO_AND_A_SPARE, Order.ASCENDING, NOW);

  private static Position position(int at) {
    return new Position(at, Bytes.utf8("s" + at));
  }

  /// @param ttl seconds after now
  private static Map<String, AttributeValue> session(int at, int ttl) {
    return Map.of(
        "id", fromS("s" + at),
        "user", fromS("rita"),
        "at", fromN("" + at),
        "ttl", fromN("" + (NOW.getEpochSecond() + ttl)));
  }

  private static TableRead read(List<Map<String, AttributeValue>> items) {
    return new TableRead(items, 1, 0.5, TableRead.Left.NOTHING);
  }

  private List<String> shown() {
    return page.shown().stream().map(shown -> shown.position().member().text()).toList();
  }

  @Test
  void anExpiredItemIsHiddenAfterAConsistentReadAndIsNoSuspect() {
    page.addFirst(read(List.of(session(1, 0), session(2, 1))));
    assertFalse(page.isDecided(), "an older read is no proof");
    assertEquals(List.of(position(1), position(3)), page.unknown().toList());
    page.addConsistent(read(List.of(session(1, 0), session(3, 60))));
    assertTrue(page.isDecided());
    assertEquals(List.of("s2", "s3"), shown());
    assertEquals(List.of(), page.doubts());
    assertEquals(0, page.missing());
  }

  @Test
  void anItemThatWasRenewedIsShown() {
    page.addFirst(read(List.of(session(1, 0), session(2, 1))));
    page.addConsistent(read(List.of(session(1, 3_600), session(3, 60))));
    assertEquals(List.of("s1", "s2"), shown());
    assertEquals(List.of(), page.doubts());
  }

  @Test
  void anItemThatIsGoneIsASuspectAsEver() {
    page.addFirst(read(List.of(session(2, 1))));
    page.addConsistent(read(List.of(session(3, 0))));
    assertEquals(List.of("s2"), shown());
    assertEquals(1, page.missing());
    assertEquals(
        List.of(position(1)),
        Stream.of(page.doubts())
            .flatMap(List::stream)
            .map(doubt -> doubt.seen().position())
            .toList());
  }

  /// The table is busy.
  @Test
  void anItemThatWasNotReadIsNotGone() {
    TableRead.Left left = TableRead.Left.ofKeys(List.of(Map.of("id", fromS("s1"))), false);
    page.addFirst(read(List.of(session(2, 1))));
    page.addConsistent(new TableRead(List.of(), 1, 0.5, left));
    assertEquals(List.of(position(1)), page.unknown().toList());
  }

  /// An expired item that the index does not have is no hole either.
  @Test
  void anExpiredItemBetweenOthersIsNoHole() {
    Map<String, AttributeValue> between =
        Map.of(
            "id", fromS("t1"),
            "user", fromS("rita"),
            "at", fromN("1"),
            "ttl", fromN("" + NOW.getEpochSecond()));
    page.addFirst(read(List.of(session(1, 5), between, session(2, 5))));
    assertEquals(List.of(), page.doubts());
    assertEquals(List.of("s1", "s2"), shown());
  }
}
