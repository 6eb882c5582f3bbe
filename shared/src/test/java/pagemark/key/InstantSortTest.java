package pagemark.key;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class InstantSortTest {
  private static final InstantSort TYPE = new InstantSort();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2024-05-01                          | 2024-05-01T00:00:00Z",
        "2024-05-01T07:40                    | 2024-05-01T07:40:00Z",
        "2024-05-01 07:40                    | 2024-05-01T07:40:00Z",
        "2024-05-01t07:40z                   | 2024-05-01T07:40:00Z",
        "2024-05-01T07:40:00                 | 2024-05-01T07:40:00Z",
        "2024-05-01T07:40:00.5Z              | 2024-05-01T07:40:00.500Z",
        "2024-05-01T07:40:00,50Z             | 2024-05-01T07:40:00.500Z",
        "2024-05-01T07:40:00.123456Z         | 2024-05-01T07:40:00.123456Z",
        "2024-05-01T07:40:00.1234567+00:00   | 2024-05-01T07:40:00.123456700Z",
        "2024-05-01T07:40:00.000000001Z      | 2024-05-01T07:40:00.000000001Z",
        "2024-05-01T09:40:00+02:00           | 2024-05-01T07:40:00Z",
        "2024-05-01 09:40:00+0200            | 2024-05-01T07:40:00Z",
        "2024-05-01T09:40+02                 | 2024-05-01T07:40:00Z",
        "2024-05-01T00:10-07:30              | 2024-05-01T07:40:00Z",
        "2024-02-29T23:59:59.999999999-01:00 | 2024-03-01T00:59:59.999999999Z",
        "1969-12-31T23:59:59.9Z              | 1969-12-31T23:59:59.900Z",
        "1970-01-01                          | 1970-01-01T00:00:00Z",
        "0000-01-01                          | 0000-01-01T00:00:00Z",
        "0000-01-01T00:00:00.000000001Z      | 0000-01-01T00:00:00.000000001Z",
        "9999-12-31T23:59:59.999999999Z      | 9999-12-31T23:59:59.999999999Z",
      })
  void textsOfOneMomentHaveOnePlaceAndOneCanonicalText(String text, String canonical)
      throws UnfitException {
    assertEquals(TYPE.bytes(fromS(canonical)), TYPE.bytes(fromS(text)));
    assertEquals(fromS(canonical), TYPE.value(TYPE.bytes(fromS(text))));
    assertEquals(fromS(canonical), TYPE.value(TYPE.time(fromS(text))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2024",
        "2024-05",
        "20240501",
        "2024-05-01T",
        "2024-05-01T07",
        "2024-05-01T07:40:00.",
        "2024-05-01T07:40.5",
        "2024-05-01T07:40:00.0000000001Z",
        "2024-05-01  07:40",
        " 2024-05-01",
        "2024-05-01T07:40 +02:00",
        "2024-05-01T07:40 02:00",
        "2024-05-01Z",
        "2024-05-01T07:40+2",
        "2024-05-01T07:40[Europe/Rome]",
        "+2024-05-01",
        "1714549200",
        "２０２４-05-01",
      })
  void textsOfOtherFormsAreRefused(String text) {
    assertEquals("must be a time of ISO 8601, such as 2024-05-01T07:40:00Z", refusal(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2023-02-29",
        "2024-13-01",
        "2024-05-01T24:00",
        "2024-05-01T23:60",
        "2016-12-31T23:59:60Z",
        "2024-05-01T07:40+19:00",
        "2024-05-01T07:40+02:60",
      })
  void timesThatDoNotExistAreRefused(String text) {
    assertEquals("must be a date and time that exist", refusal(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59.999-00:01"})
  void momentsOutsideOfTheYearsAreRefused(String text) {
    assertEquals("must be in the years 0 to 9999 in UTC", refusal(text));
  }

  @Test
  void aNumberIsRefused() {
    UnfitException refused =
        assertThrows(UnfitException.class, () -> TYPE.bytes(fromN("1714549200")));
    assertEquals("must be a string (S), a time of ISO 8601", refused.reason());
  }

  private static String refusal(String text) {
    return assertThrows(UnfitException.class, () -> TYPE.bytes(fromS(text)), text).reason();
  }
}
