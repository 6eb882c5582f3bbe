package pagemark.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pagemark.redis.RedisIndex.RedisInspector.EntryBytes;

final class EntryBytesTest {
  /// The figures that were measured, from docs/internals/index-layout.md: bytes an entry in groups
  /// of 1, 10, 100, 10,000 and 1,000,000 entries. With five values, small groups have several
  /// packed sets.
  @ParameterizedTest
  @CsvSource({
    "36, false, 143,  54, 45, 130, 118",
    "16, false, 123,  34, 25, 114, 102",
    " 8, false, 115,  26, 17, 106,  94",
    "36,  true, 286, 142, 94, 250, 239",
    "62, false, 165,  76, 67, 170, 158"
  })
  void isWithinAFifthOfWhatWasMeasuredExceptForSmallGroupsWithFilters(
      int memberBytes, boolean filtered, int one, int ten, int hundred, int large, int million) {
    EntryBytes bytes = new EntryBytes(memberBytes, filtered);
    assertNear(one, bytes.of(1), 1);
    if (!filtered) {
      assertNear(ten, bytes.of(10), 10);
    }
    assertNear(hundred, bytes.of(100), 100);
    assertNear(large, bytes.of(10_000), 10_000);
    assertNear(million, bytes.of(1_000_000), 1_000_000);
  }

  private static void assertNear(int measured, long estimated, int entries) {
    assertEquals(measured, estimated / (double) entries, measured / 5.0, "entries: " + entries);
  }

  @Test
  void anEmptyGroupTakesNothing() {
    assertEquals(0, new EntryBytes(0, true).of(0));
  }
}
