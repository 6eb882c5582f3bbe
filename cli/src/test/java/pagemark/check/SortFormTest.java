package pagemark.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pagemark.key.BinarySort;
import pagemark.key.EpochSort;
import pagemark.key.IntegerSort;
import pagemark.key.NumberSort;
import pagemark.key.SortType;
import pagemark.key.StringSort;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

final class SortFormTest {
  private static Optional<SortType> ofTexts(String... texts) {
    return SortForm.of(Stream.of(texts).map(AttributeValue::fromS).toList());
  }

  private static SortType ofNumbers(String... numbers) {
    return SortForm.of(Stream.of(numbers).map(AttributeValue::fromN).toList()).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "2024-05-01 07:40 | uuuu-MM-dd HH:mm",
        "2024-05-01T07:40:00Z | uuuu-MM-dd'T'HH:mm:ss'Z'",
        "2024-05-01T07:40:00.123Z | uuuu-MM-dd'T'HH:mm:ss.SSS'Z'",
        "2024-05-01T07:40:00+00:00 | uuuu-MM-dd'T'HH:mm:ss'+00:00'",
        "2024-05-01 | uuuu-MM-dd",
        "2024-05 | uuuu-MM",
        "20240501 | uuuuMMdd",
        "20240501074059 | uuuuMMddHHmmss",
        "2024/05/01 | uuuu/MM/dd",
        "[2024-05-01] | '['uuuu-MM-dd']'",
        "ORDER#2024-05-01T07:40:00Z | 'ORDER#'uuuu-MM-dd'T'HH:mm:ss'Z'"
      })
  void findsThePatternOfTimes(String text, String pattern) {
    assertEquals(pattern, ofTexts(text).orElseThrow().pattern());
  }

  @ParameterizedTest
  @CsvSource({
    "PROFILE",
    "2024",
    "99999999",
    "2024-13-01",
    "2024-05-01T07:40:00.123456Z",
    "2024-05-01T07:40:00+02:00",
    "01.05.2024",
    "12345678-1234-1234-1234-123456789012",
    "01HX0000000000000000000000"
  })
  void otherTextIsAString(String text) {
    assertEquals(new StringSort(), ofTexts(text).orElseThrow());
  }

  @Test
  void textsOfSeveralPatternsAreStrings() {
    assertEquals(new StringSort(), ofTexts("2024-05-01", "2024-05-01T00:00:00Z").orElseThrow());
    assertEquals(new StringSort(), ofTexts("2024-05-01", "PROFILE").orElseThrow());
  }

  @Test
  void tellsUnixTimeByItsMagnitude() {
    assertEquals(EpochSort.SECONDS, ofNumbers("1714521600", "1714521601"));
    assertEquals(EpochSort.MILLIS, ofNumbers("1714521600000", "1714521600001"));
    assertEquals(new IntegerSort(), ofNumbers("1714521600", "1714521600000"));
    assertEquals(new IntegerSort(), ofNumbers("1", "-7"));
    assertEquals(new NumberSort(), ofNumbers("1", "1.5"));
    assertEquals(new NumberSort(), ofNumbers("9007199254740993"));
  }

  @Test
  void noTypeFitsValuesOfSeveralKinds() {
    assertEquals(
        Optional.empty(),
        SortForm.of(List.of(AttributeValue.fromS("1"), AttributeValue.fromN("1"))));
    assertEquals(
        Optional.of(EpochSort.MILLIS_AS_ANY),
        SortForm.of(
            List.of(AttributeValue.fromS("1714521600000"), AttributeValue.fromN("1714521600001"))));
    assertEquals(Optional.empty(), SortForm.of(List.of(AttributeValue.fromBool(true))));
    assertEquals(Optional.empty(), SortForm.of(List.of()));
    assertEquals(
        new BinarySort(),
        SortForm.of(List.of(AttributeValue.fromB(SdkBytes.fromUtf8String("x")))).orElseThrow());
  }
}
