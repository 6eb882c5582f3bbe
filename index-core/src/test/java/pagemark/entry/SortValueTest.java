package pagemark.entry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SortValueTest {
  private static final long SEED = 20_261_122;

  private static Position position(Random random, Layout layout) {
    String item = "item".substring(random.nextInt(4)) + random.nextInt(20);
    return switch (layout) {
      case SCORE -> {
        double score = random.nextInt(7) - 3;
        yield new Position(random.nextBoolean() ? score : Math.nextUp(score), Bytes.utf8(item));
      }
      case BYTES -> {
        String sort = List.of("", "a", "a\0\u007F", "a\0\u007Fa", "ab", "b").get(random.nextInt(6));
        yield new Position(0, Bytes.utf8(sort + "\0\1" + item));
      }
    };
  }

  /// Every prefix of a place that is above another place can separate the two.
  @Test
  void aSeparatorDividesTheSortValueThatIsOnBothSides() {
    Random random = new Random(SEED);
    int divided = 0;
    for (int i = 0; i < 20_000; i++) {
      Layout layout = random.nextBoolean() ? Layout.SCORE : Layout.BYTES;
      Position low = position(random, layout);
      Position high = position(random, layout);
      byte[] place = Place.of(high).toArray();
      Bytes separator = Bytes.of(Arrays.copyOf(place, 1 + random.nextInt(place.length)));
      if (low.compareTo(high) < 0 && separator.compareTo(Place.of(low)) > 0) {
        divided += check(low, high, separator, layout) ? 1 : 0;
      }
    }
    assertTrue(divided > 50, () -> "seed " + SEED);
  }

  private static boolean check(Position low, Position high, Bytes separator, Layout layout) {
    String what = "seed %d: %s %s %s".formatted(SEED, low, separator, high);
    boolean isTie = SortValue.begin(low, layout).equals(SortValue.begin(high, layout));
    Position found = SortValue.dividedBy(separator, layout);
    if (found == null) {
      assertTrue(!isTie, what);
      return false;
    }
    assertEquals(SortValue.begin(high, layout), SortValue.begin(found, layout), what);
    assertTrue(Place.of(SortValue.begin(found, layout)).compareTo(separator) < 0, what);
    assertTrue(Place.of(SortValue.end(found, layout)).compareTo(separator) > 0, what);
    return isTie;
  }

  @Test
  void aShortSeparatorDividesNothing() {
    for (Layout layout : Layout.values()) {
      assertEquals(null, SortValue.dividedBy(Place.FIRST, layout));
      assertEquals(null, SortValue.dividedBy(Bytes.of(new byte[] {(byte) 0x80}), layout));
    }
  }
}
