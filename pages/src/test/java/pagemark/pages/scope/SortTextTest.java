package pagemark.pages.scope;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.entry.Order;
import pagemark.key.AttributeType;
import pagemark.key.BooleanSort;
import pagemark.key.DatetimeSort;
import pagemark.key.Groups;
import pagemark.key.InstantSort;
import pagemark.key.KeyAttribute;
import pagemark.key.PositionCodec;
import pagemark.key.Sort;
import pagemark.key.SortType;
import pagemark.key.UnfitException;
import pagemark.pages.error.PagesException.InvalidParameter;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Datetimes, instants and booleans in requests.
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
  @CsvSource({
    "2024-05-01, 2024-05-01T00:00:00Z",
    "2024-05-01 07:40, 2024-05-01T07:40:00Z",
    "2024-05-01T09:40:00.1234567 02:00, 2024-05-01T07:40:00.123456700Z",
    "2024-05-01T09:40:00+0200, 2024-05-01T07:40:00Z",
  })
  void anInstantHasOneTextInLinks(String text, String canonical) throws UnfitException {
    InstantSort type = new InstantSort();
    AttributeValue value = SortText.value(type, text);
    assertEquals(canonical, SortText.text(type, value));
    assertEquals(value, SortText.value(type, canonical));
  }

  @Test
  void aRefusedInstantOrBooleanSaysWhatIsValid() {
    assertEquals(
        "a time of ISO 8601 such as 2024-05-01 or 2024-05-01T07:40:00.5Z (with %2B for +), in the"
            + " years 0 to 9999",
        valid(new InstantSort(), "1714549200"));
    assertThrows(InvalidParameter.class, () -> at(new InstantSort(), "9999-12-31T23:59:59-01:00"));
    assertEquals("true or false", valid(new BooleanSort(), "True"));
    assertEquals("true", at(new BooleanSort(), "true").text());
  }

  private static String valid(SortType type, String text) {
    return assertThrows(InvalidParameter.class, () -> at(type, text)).valid();
  }

  private static Start.At at(SortType type, String text) {
    KeyAttribute key = new KeyAttribute("k", AttributeType.STRING);
    PositionCodec codec = new PositionCodec(Groups.by(key), Sort.by("s", type), List.of(key));
    return SortText.at(codec, Order.ASCENDING, text);
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
