package pagemark.pages.cursor;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.key.PositionCodec;
import pagemark.key.UnfitException;
import pagemark.listing.Choice;
import pagemark.listing.Filter;
import pagemark.listing.Listing;
import pagemark.listing.Selection;
import pagemark.pages.Definitions;
import pagemark.pages.scope.CursorPoint;
import pagemark.pages.scope.Numbering;
import pagemark.pages.scope.Scope;
import pagemark.pages.scope.SortWindow;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

final class CursorCipherTest {
  private static final String OLD = "o".repeat(43);
  private static final String NEW = "n".repeat(43);
  private static final CursorPoint POINT =
      new CursorPoint(true, new Position(1_714_521_600, Bytes.utf8("rita")), true);

  private Instant now = Instant.parse("2026-11-21T00:00:00Z");

  private CursorCipher cursors(String current, String... previous) {
    return new CursorCipher(
        Optional.of(new CursorKeys(current, Optional.ofNullable(first(previous)))), () -> now);
  }

  private static @Nullable String first(String[] previous) {
    return previous.length == 0 ? null : previous[0];
  }

  private static Scope scope() {
    return scope(Definitions.comments(), "x", 20);
  }

  private static Scope scope(Listing listing, String group, int size) {
    return Scope.of(listing, List.of(group)).with(Order.ASCENDING).withSize(size);
  }

  private static String sealed(CursorCipher cursors, Scope scope, CursorPoint point) {
    return cursors.seal(scope, point).orElseThrow();
  }

  @Test
  void opensWhatItSealedAndOnePointHasOneCursorADay() {
    for (boolean forward : List.of(true, false)) {
      for (boolean behind : List.of(true, false)) {
        CursorPoint point = new CursorPoint(forward, POINT.position(), behind);
        String cursor = sealed(cursors(NEW), scope(), point);
        assertEquals(Optional.of(point), cursors(NEW).open(scope(), cursor));
        assertEquals(cursor, sealed(cursors(NEW), scope(), point));
      }
    }
    String first = sealed(cursors(NEW), scope(), POINT);
    now = now.plus(Duration.ofDays(1));
    assertNotEquals(first, sealed(cursors(NEW), scope(), POINT));
  }

  @Test
  void opensInNoOtherScope() {
    String cursor = sealed(cursors(NEW), scope(), POINT);
    Listing comments = Definitions.comments();
    Filter rating = comments.definition().filters().getFirst();
    Selection five = new Selection(List.of(new Choice(rating, new TreeSet<>(Set.of(5)))));
    SortWindow window =
        SortWindow.of(comments.definition().positions(), "2024-05-01 00:00", "2024-05-02 00:00");
    for (Scope other :
        List.of(
            scope(comments, "y", 20),
            scope(comments, "x", 21),
            scope(Definitions.ratings(), "1", 20),
            scope().with(Order.DESCENDING),
            scope().with(window),
            scope().with(Numbering.STABLE),
            scope().with(five))) {
      assertEquals(Optional.empty(), cursors(NEW).open(other, cursor), other::toString);
    }
    assertEquals(Optional.empty(), cursors(OLD).open(scope(), cursor));
  }

  @Test
  void opensForADayAfterSevenAndAfterOneRotation() {
    String cursor = sealed(cursors(OLD), scope(), POINT);
    assertEquals(Optional.of(POINT), cursors(NEW, OLD).open(scope(), cursor));
    assertEquals(sealed(cursors(NEW), scope(), POINT), sealed(cursors(NEW, OLD), scope(), POINT));
    now = now.plus(Duration.ofDays(7));
    assertEquals(Optional.of(POINT), cursors(OLD).open(scope(), cursor));
    now = now.plus(Duration.ofDays(1));
    assertEquals(Optional.empty(), cursors(OLD).open(scope(), cursor));
    now = now.minus(Duration.ofDays(9));
    assertEquals(Optional.of(POINT), cursors(OLD).open(scope(), cursor), "a clock is behind");
    now = now.minus(Duration.ofDays(1));
    assertEquals(Optional.empty(), cursors(OLD).open(scope(), cursor));
  }

  /// These were sealed by commit ced439c, before pages were a library. An upgrade must not take the
  /// cursors away that clients hold.
  @Test
  void opensCursorsOfEarlierVersions() {
    String first = "ASBisb0h98XHS3iG0OSGqTGvyCLJX2zWesDHhA0NFhyhPQfmcycPMEh2N3KdWX0M5do";
    assertEquals(Optional.of(POINT), cursors(NEW).open(scope(), first));
    Listing comments = Definitions.comments();
    Filter rating = comments.definition().filters().getFirst();
    SortWindow window =
        SortWindow.of(comments.definition().positions(), "2024-05-01 00:00", "2024-06-01 00:00");
    Scope narrow =
        scope(comments, "a/b ü", 7)
            .with(new Selection(List.of(new Choice(rating, 4))))
            .with(Order.DESCENDING)
            .with(window)
            .with(Numbering.STABLE);
    String second = "ASBisb3hEgxS1WslHUvlUGlDUIoJsu5IQ1IHuKCFMVaVDe4fnTgkzIrHMxUlMiyarMM";
    assertEquals(Optional.of(POINT.turned()), cursors(NEW).open(narrow, second));
  }

  @Test
  void opensNoChangedCursor() {
    String cursor = sealed(cursors(NEW), scope(), POINT);
    List<String> wrong =
        new ArrayList<>(List.of("", "=", "AQ", cursor + "A", cursor + "=", " " + cursor));
    wrong.add("A".repeat(10_000));
    byte[] bytes = Base64.getUrlDecoder().decode(cursor);
    for (int i = 0; i < bytes.length * 8; i++) {
      byte[] flipped = bytes.clone();
      flipped[i / 8] ^= (byte) (1 << i % 8);
      wrong.add(Base64.getUrlEncoder().withoutPadding().encodeToString(flipped));
    }
    for (int i = 0; i < cursor.length(); i++) {
      wrong.add(cursor.substring(0, i));
    }
    char last = cursor.charAt(cursor.length() - 1);
    for (char other : new char[] {(char) (last + 1), (char) (last - 1), '+', '/', '\n'}) {
      wrong.add(cursor.substring(0, cursor.length() - 1) + other);
    }
    for (String text : wrong) {
      assertEquals(Optional.empty(), cursors(NEW).open(scope(), text), text);
    }
  }

  @Test
  void revealsNothingOfItsContent() {
    String cursor = sealed(cursors(NEW), scope(), POINT);
    String raw = new String(Base64.getUrlDecoder().decode(cursor), ISO_8859_1);
    assertTrue(!raw.contains("rita") && !raw.contains("2024"), raw);
  }

  @Test
  void makesNoCursorsWithoutKeys() {
    CursorCipher none = new CursorCipher(Optional.empty(), () -> now);
    assertEquals(Optional.empty(), none.seal(scope(), POINT));
    String cursor = sealed(cursors(NEW), scope(), POINT);
    assertEquals(Optional.empty(), none.open(scope(), cursor));
  }

  /// The longest possible keys, of bytes that take two bytes each in a position.
  @Test
  void theLongestPositionFits() throws UnfitException {
    Listing listing =
        Definitions.only(
            """
            { "notes": {
                "table": "${TABLE_NAME}", "index": "byTopic",
                "group": { "attribute": "topic" },
                "sort":  { "attribute": "mark", "type": "binary" },
                "key":   [ { "attribute": "a", "type": "binary" }, { "attribute": "b", "type": "binary" } ],
                "attributes": "*" } }
            """);
    PositionCodec codec = listing.definition().positions();
    Position position =
        codec.position(Map.of("a", zeros(2048), "b", zeros(1024), "mark", zeros(1024)));
    CursorPoint point = new CursorPoint(true, position, true);
    String cursor = sealed(cursors(NEW), scope(listing, "x", 100), point);
    assertTrue(cursor.length() <= 6_144, () -> "" + cursor.length());
    assertEquals(Optional.of(point), cursors(NEW).open(scope(listing, "x", 100), cursor));
  }

  /// Cursors of such listings hold the bytes of each part of the sort.
  @Test
  void theLongestPositionOfSeveralPartsFits() throws UnfitException {
    Listing listing =
        Definitions.only(
            """
            { "notes": {
                "table": "${TABLE_NAME}", "group": { "attribute": "topic" },
                "sort":  [ { "attribute": "mark", "type": "binary", "missing": "last" },
                           { "attribute": "name", "type": "text", "order": "descending" },
                           { "attribute": "at", "type": "instant", "missing": "first" } ],
                "key":   [ { "attribute": "a", "type": "binary" }, { "attribute": "b", "type": "binary" } ],
                "attributes": "*" } }
            """);
    PositionCodec codec = listing.definition().positions();
    Map<String, AttributeValue> item =
        Map.of("a", zeros(2048), "b", zeros(1024), "mark", zeros(768), "name", zeros(256));
    AttributeValue name = AttributeValue.fromS("\0".repeat(300));
    for (Map<String, AttributeValue> each :
        List.of(
            with(item, "name", name),
            with(without(item, "mark"), "name", name),
            with(
                with(without(item, "mark"), "name", name),
                "at",
                AttributeValue.fromS("2024-05-01")))) {
      CursorPoint point = new CursorPoint(false, codec.position(each), true);
      String cursor = sealed(cursors(NEW), scope(listing, "x", 100), point);
      assertTrue(cursor.length() <= 6_144, () -> "" + cursor.length());
      assertEquals(Optional.of(point), cursors(NEW).open(scope(listing, "x", 100), cursor));
    }
  }

  private static Map<String, AttributeValue> with(
      Map<String, AttributeValue> item, String name, AttributeValue value) {
    Map<String, AttributeValue> changed = new HashMap<>(item);
    changed.put(name, value);
    return changed;
  }

  private static Map<String, AttributeValue> without(
      Map<String, AttributeValue> item, String name) {
    Map<String, AttributeValue> changed = new HashMap<>(item);
    changed.remove(name);
    return changed;
  }

  private static AttributeValue zeros(int length) {
    return AttributeValue.fromB(SdkBytes.fromByteArray(new byte[length]));
  }
}
