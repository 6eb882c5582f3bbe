package pagemark.pages.scope;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.temporal.ChronoUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.key.EpochSort;
import pagemark.key.UnfitException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

final class EpochTextTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "2024-05-01T07:40:00Z",
        "2024-05-01T07:40",
        "2024-05-01 07:40",
        "2024-05-01T07:40Z",
        "2024-05-01T07:40:00.000Z",
        "2024-05-01T07:40:00",
        "2024-05-01T09:40:00+02:00",
        "2024-05-01T09:40:00 02:00",
        "2024-05-01T09:40+0200",
        "2024-05-01T09:40+02",
        "2024-05-01T00:10:00-07:30",
        "2024-04-30T21:40-10",
        "NUMBER",
      })
  void allTextsOfATimeHaveOneTextInLinks(String text) throws UnfitException {
    for (EpochSort type : EpochSort.values()) {
      String number = type.precision() == ChronoUnit.SECONDS ? "1714549200" : "1714549200000";
      AttributeValue value = SortText.value(type, text.replace("NUMBER", number));
      assertEquals(number, "string".equals(type.stored()) ? value.s() : value.n());
      assertEquals("2024-05-01T07:40:00Z", SortText.text(type, value));
      assertEquals(value, SortText.value(type, SortText.text(type, value)));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "2024-05-01, 1714521600000, 2024-05-01T00:00:00Z",
    "1714521600007, 1714521600007, 2024-05-01T00:00:00.007Z",
    "2024-05-01T00:00:00.12Z, 1714521600120, 2024-05-01T00:00:00.120Z",
    "2024-05-01T00:00:00.120000000Z, 1714521600120, 2024-05-01T00:00:00.120Z",
    "0000-01-01, -62167219200000, 0000-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999, 253402300799999, 9999-12-31T23:59:59.999Z",
    "-1, -1, 1969-12-31T23:59:59.999Z",
  })
  void millisecondsAreWrittenIfThereAreAny(String text, String number, String canonical)
      throws UnfitException {
    AttributeValue value = SortText.value(EpochSort.MILLIS, text);
    assertEquals(number, value.n());
    assertEquals(canonical, SortText.text(EpochSort.MILLIS, value));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "now",
        "2024-05",
        "2024-02-30",
        "2024-5-1",
        "2024-05-01T24:00",
        "2024-05-01T07:40:60Z",
        "2024-05-01T07:40:00.5Z",
        "2024-05-01T07:40:00.",
        "2024-05-01T07",
        "2024-05-01T07:40+19:00",
        "2024-05-01+02:00",
        "2024-05-01Z",
        "2024-05-01T07:40 Europe/Rome",
        "0000-01-01T00:00+01:00",
        "9999-12-31T23:59-01:00",
        "+12024-05-01",
        "-0001-05-01",
        "01",
        "1714549200.5",
        "1e9",
        "1714549200000",
        "２０２４-05-01",
      })
  void otherTextsAreRefused(String text) {
    assertThrows(
        UnfitException.class,
        () -> SortText.text(EpochSort.SECONDS, SortText.value(EpochSort.SECONDS, text)));
  }
}
