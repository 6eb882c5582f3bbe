package pagemark.key;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EpochSortTest {
  @ParameterizedTest
  @CsvSource({
    "SECONDS, 253402300800, epochMillis",
    "SECONDS, -62167219201, epochMillis",
    "SECONDS, 1714549200000, epochMillis",
    "SECONDS, 253402300799999, epochMillis",
    "SECONDS, 253402300800000, integer",
    "MILLIS, 253402300800000, integer",
    "MILLIS, -62167219200001, integer",
    "MILLIS, 1714549200000000, integer",
  })
  void aNumberOutsideOfTheYearsIsRefusedWithTheTypeThatItFits(
      EpochSort type, String number, String other) {
    String unit = type == EpochSort.SECONDS ? "seconds" : "milliseconds";
    assertEquals(
        "must be %s since 1970, in the years 0 to 9999 (else use type %s)".formatted(unit, other),
        refusal(type, number));
  }

  @Test
  void aFractionIsRefused() {
    assertEquals(
        "must be whole seconds (else use type number)",
        refusal(EpochSort.SECONDS, "1714549200.007"));
    assertEquals(
        "must be whole milliseconds (else use type number)", refusal(EpochSort.MILLIS, "0.5"));
  }

  @ParameterizedTest
  @CsvSource({
    "SECONDS_AS_TEXT, 1714549200, 2024-05-01T07:40",
    "SECONDS_AS_TEXT, -1, 1969-12-31T23:59:59",
    "SECONDS_AS_TEXT, 0001714549200, 2024-05-01T07:40",
    "SECONDS_AS_TEXT, 00000000000000000000000000001714549200, 2024-05-01T07:40",
    "MILLIS_AS_TEXT, 1714549200007, 2024-05-01T07:40:00.007",
    "MILLIS_AS_TEXT, -0, 1970-01-01T00:00",
  })
  void digitsAreATimeAndBack(EpochSort type, String digits, LocalDateTime time)
      throws UnfitException {
    assertEquals(time, type.time(fromS(digits)));
    assertEquals(type.score(fromS(digits)), type.score(type.value(time)));
    assertEquals(type.value(time), type.value(type.score(fromS(digits))));
    assertEquals(Long.toString(Long.parseLong(digits)), type.value(time).s());
  }

  @ParameterizedTest
  @CsvSource({
    "'', must be whole seconds in digits",
    "1714549200.0, must be whole seconds in digits",
    "1e9, must be whole seconds in digits",
    "+1, must be whole seconds in digits",
    "２, must be whole seconds in digits",
    "2024-05-01, must be whole seconds in digits",
    "1714549200000, 'must be seconds since 1970, in the years 0 to 9999 (else use type"
        + " epochMillis)'",
    "253402300800000, 'must be seconds since 1970, in the years 0 to 9999 (else use type string)'",
  })
  void otherTextsAreRefused(String text, String reason) {
    UnfitException refused =
        assertThrows(UnfitException.class, () -> EpochSort.SECONDS_AS_TEXT.score(fromS(text)));
    assertEquals(reason, refused.reason());
    assertThrows(UnfitException.class, () -> EpochSort.SECONDS_AS_TEXT.score(fromN("1")));
  }

  @Test
  void aStringIsRefused() {
    for (EpochSort type : List.of(EpochSort.SECONDS, EpochSort.MILLIS)) {
      UnfitException refused =
          assertThrows(UnfitException.class, () -> type.score(fromS("2024-05-01")));
      assertEquals("must be a number (N)", refused.reason());
    }
  }

  @Test
  void whereTheTableHasBothARequestSendsANumber() {
    assertEquals(fromN("7"), EpochSort.SECONDS_AS_ANY.stored("7"));
  }

  private static String refusal(EpochSort type, String number) {
    UnfitException refused =
        assertThrows(UnfitException.class, () -> type.score(fromN(number)), number);
    return refused.reason();
  }
}
