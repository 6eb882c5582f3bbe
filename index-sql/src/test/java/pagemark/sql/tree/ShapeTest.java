package pagemark.sql.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ShapeTest {
  @ParameterizedTest
  @CsvSource({"1500, 128", "6, 6"})
  void aNodeThatIsJustTooLargeBecomesTwoThatNeedNotJoin(int leafMax, int innerMax) {
    Shape shape = new Shape(leafMax, innerMax);
    for (int level = 0; level < 3; level++) {
      int tooLarge = shape.max(level) + 1;
      assertEquals(2, Math.ceilDiv(tooLarge, shape.target(level)));
      assertTrue(tooLarge / 2 >= shape.min(level));
    }
  }
}
