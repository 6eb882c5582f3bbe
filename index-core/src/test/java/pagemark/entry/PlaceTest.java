package pagemark.entry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class PlaceTest {
  private static final long SEED = 20_261_121;

  private static final Bytes NONE = Bytes.utf8("");
  private static final Position LEAST_POSITIVE = new Position(Double.MIN_VALUE, NONE);

  private static Position position(Random random) {
    double score =
        switch (random.nextInt(6)) {
          case 0 -> 0;
          case 1 -> random.nextInt(5) - 2;
          case 2 -> Math.nextUp(random.nextInt(3) - 1.0);
          case 3 -> random.nextLong(-(1L << 53), 1L << 53);
          case 4 -> random.nextBoolean() ? Double.MAX_VALUE : -Double.MAX_VALUE;
          default -> random.nextBoolean() ? Double.MIN_VALUE : -Double.MIN_VALUE;
        };
    byte[] member = new byte[random.nextInt(4)];
    random.nextBytes(member);
    return new Position(score, Bytes.of(member));
  }

  @Test
  void ordersAsPositionsDo() {
    Random random = new Random(SEED);
    List<Position> positions = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      positions.add(position(random));
    }
    for (int i = 1; i < positions.size(); i++) {
      Position a = positions.get(i - 1);
      Position b = positions.get(i);
      assertEquals(
          Integer.signum(a.compareTo(b)),
          Integer.signum(Place.of(a).compareTo(Place.of(b))),
          () -> "seed " + SEED + ": " + a + " " + b);
    }
  }

  @Test
  void isAsDescribed() {
    assertEquals("0x8072697461", Place.of(new Position(0, Bytes.utf8("rita"))).toString());
    assertEquals(
        "0x8141d98c618000000072697461",
        Place.of(new Position(1714521600, Bytes.utf8("rita"))).toString());
  }

  @Test
  void hasTheSamePlacesBeforeABoundary() {
    Random random = new Random(SEED);
    for (int i = 0; i < 20_000; i++) {
      Position position = position(random);
      Position boundary = random.nextBoolean() ? position(random) : LEAST_POSITIVE;
      assertEquals(
          position.compareTo(boundary) < 0,
          Place.of(position).compareTo(Place.boundary(boundary)) < 0,
          () -> "seed " + SEED + ": " + position + " " + boundary);
    }
  }

  @Test
  void hasShortBoundaries() {
    assertEquals("0x80", Place.boundary(new Position(0, NONE)).toString());
    assertEquals("0x81", Place.boundary(LEAST_POSITIVE).toString());
    assertEquals("0x7f40", Place.boundary(new Position(Math.nextUp(-2.0), NONE)).toString());
    assertEquals("0x8041", Place.boundary(new Position(0, Bytes.utf8("A"))).toString());
  }

  @Test
  void isReadBack() {
    Random random = new Random(SEED);
    for (int i = 0; i < 20_000; i++) {
      Position position = position(random);
      assertEquals(position, Place.position(Place.of(position)), "seed " + SEED);
    }
  }

  @Test
  void everyPlaceLiesBetweenTheFirstAndTheEnd() {
    for (double score : new double[] {-Double.MAX_VALUE, 0, Double.MAX_VALUE}) {
      Bytes place = Place.of(new Position(score, Bytes.of(new byte[] {-1, -1})));
      assertTrue(Place.FIRST.compareTo(place) < 0);
      assertTrue(place.compareTo(Place.END) < 0);
    }
  }
}
