package pagemark.key;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

final class DatetimeSortTest {
  private static double score(String pattern, String text) throws UnfitException {
    return DatetimeSort.of(pattern).score(AttributeValue.fromS(text));
  }

  @Test
  void quotedTextMayHoldAnyCharacter() throws UnfitException {
    String pattern = "'ORDER#'uuuu-MM-dd'{T}'HH:mm";
    assertEquals(1714521600, score(pattern, "ORDER#2024-05-01{T}00:00"));
    assertEquals("ORDER#2024-05-01{T}00:00", DatetimeSort.of(pattern).value(1714521600).s());
    assertEquals(1714521600, score("'SHOP#'uuuu-MM-dd", "SHOP#2024-05-01"), "no fraction");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "MM-dd",
        "dd.MM.uuuu",
        "uuuu-MM-dd hh:mm",
        "uuuu-M-d",
        "uuuu-MM-dd HH:mm XXX",
        "yyyy-MM-dd",
        "uuuu-MMM-dd",
        "uuuu-dd",
        "uuuu-MM-dd HH:mm:ss.SSSS",
        "uuuu-MM-dd HH:mm:ss.SS S",
        "uuuu-MM-dd[ HH]",
        "#uuuu-MM-dd",
        "uuuu-MM-dd'T",
        "uuuu-MM-dd HH:mm z",
        "uuuu uuuu",
        "'uuuu'",
        "uuuuu-MM"
      })
  void aPatternWhoseTextWouldNotSortAsTimeIsRefused(String pattern) {
    assertThrows(IllegalArgumentException.class, () -> DatetimeSort.of(pattern));
  }

  @Test
  void theErrorAdvisesTypeString() {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> DatetimeSort.of("dd.MM.uuuu"));
    assertTrue(String.valueOf(refusal.getMessage()).endsWith("use type string"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2024-02-30 00:00",
        "2024-05-01",
        "2024-05-01 24:00",
        "2024-5-1 00:00",
        "+2024-05-01 00:00",
        "12024-05-01 00:00",
        "+12024-05-01 00:00",
        "+02024-05-01 00:00",
        "-0001-05-01 00:00",
        "-024-05-01 00:00",
        "2024-05-01 00:00 ",
        "２０２４-05-01 00:00"
      })
  void aValueThatIsNotOfThePatternIsUnfit(String text) {
    assertThrows(UnfitException.class, () -> score("uuuu-MM-dd HH:mm", text));
  }

  @Test
  void aNumberIsUnfit() {
    DatetimeSort sort = DatetimeSort.of("uuuu");
    assertThrows(UnfitException.class, () -> sort.score(AttributeValue.fromN("2024")));
  }

  @Test
  void textOrderIsScoreOrder() throws UnfitException {
    DatetimeSort sort = DatetimeSort.of("uuuu-MM-dd HH:mm:ss.SS");
    Random random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      double a = 10 * random.nextLong(-6_216_721_920_000L, 25_340_230_079_990L);
      double b = 10 * random.nextLong(-6_216_721_920_000L, 25_340_230_079_990L);
      String textA = sort.value(a).s();
      assertEquals(a, sort.score(AttributeValue.fromS(textA)), "seed 1");
      int byText = Integer.signum(textA.compareTo(sort.value(b).s()));
      assertEquals(Double.compare(a, b), byText, "seed 1");
    }
  }
}
