package pagemark.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SequenceTest {
  @Test
  void comparesAsNumbersOfAnySize() {
    Random random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      BigInteger a = new BigInteger(random.nextInt(100), random);
      BigInteger b = random.nextBoolean() ? a.add(BigInteger.ONE) : new BigInteger(60, random);
      int order = new Sequence(a.toString()).compareTo(new Sequence(b.toString()));
      assertEquals(a.compareTo(b), Integer.signum(order), "seed 1");
    }
  }

  @Test
  void leadingZerosAreDropped() {
    assertEquals(new Sequence("700"), Sequence.parse("000700"));
    assertEquals(new Sequence("0"), Sequence.parse("000"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "1e9", " 1", "x", "12345678901234567890123456789012345678901"})
  void anythingElseIsRefused(String digits) {
    assertThrows(IllegalArgumentException.class, () -> Sequence.parse(digits));
  }
}
