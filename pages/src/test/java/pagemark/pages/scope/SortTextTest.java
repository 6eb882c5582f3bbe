package pagemark.pages.scope;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.key.DatetimeSort;
import pagemark.key.UnfitException;

/// Datetimes in requests.
final class SortTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "uuuu-MM-dd HH:mm | 2024-05-01 07:40 | 2024-05-01 07:40",
        "uuuu-MM-dd HH:mm | 2024-05-01T07:40:59.9Z | 2024-05-01 07:40",
        "uuuu-MM-dd HH:mm | 2024-05-01T07:40+02:00 | 2024-05-01 05:40",
        "uuuu-MM-dd HH:mm | 2024-05-01T07:40 02:00 | 2024-05-01 05:40",
        "uuuu-MM-dd HH:mm | 2024-05-01 | 2024-05-01 00:00",
        "uuuuMMdd | 2024-05-01T23:59:59Z | 20240501",
        "uuuu | 2023-12-31T23:00-02:00 | 2024",
        "uuuu-MM-dd'T'HH:mm:ss.SSS'Z' | 2024-05-01T07:40:00Z | 2024-05-01T07:40:00.000Z",
        "uuuu-MM-dd'T'HH:mm:ss.SSS'Z' | 2024-05-01 | 2024-05-01T00:00:00.000Z",
      })
  void aDatetimeIsOfThePatternOrOfIso8601AndCut(String pattern, String text, String stored)
      throws UnfitException {
    assertEquals(stored, SortText.value(DatetimeSort.of(pattern), text).s());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "noon",
        "",
        "2024-13-01",
        "2024-05-01T25:00",
        "0000-01-01T00:00+01:00",
        "1714549200"
      })
  void otherTextsAreRefused(String text) {
    DatetimeSort type = DatetimeSort.of("uuuu-MM-dd HH:mm");
    assertThrows(UnfitException.class, () -> SortText.value(type, text));
  }
}
