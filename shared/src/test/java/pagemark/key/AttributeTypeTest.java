package pagemark.key;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Which values and texts fit, at their bounds.
final class AttributeTypeTest {
  private static final String DIGITS = "12345678901234567890123456789012345678";
  private static final List<String> FITTING =
      List.of(
          "0",
          DIGITS,
          "-" + DIGITS,
          "1" + "0".repeat(125),
          "0." + "0".repeat(129) + "1",
          "-0." + "0".repeat(129) + DIGITS);

  @Test
  void numbersThatDynamoDbHoldsFit() throws UnfitException {
    for (String number : FITTING) {
      assertEquals(fromN(number), AttributeType.NUMBER.value(number));
    }
  }

  @Test
  void otherNumbersDoNot() {
    for (String number :
        List.of("1" + "0".repeat(126), "0." + "0".repeat(130) + "1", DIGITS + "9", "7.50", "-0")) {
      assertThrows(UnfitException.class, () -> AttributeType.NUMBER.value(number), number);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "BINARY, QR",
    "ULID, 80000000000000000000000000",
    "UUID, F81d4fae-7dec-11d0-a765-00a0c91e6bf6"
  })
  void textsThatAreNotCanonicalAreRefused(AttributeType type, String text) {
    assertThrows(UnfitException.class, () -> type.value(text));
  }

  @Test
  void aValueOfAnUnknownTypeFitsNowhere() {
    AttributeValue unknown = AttributeValue.builder().build();
    for (AttributeValue value : List.of(unknown, fromL(List.of(unknown)))) {
      assertThrows(UnfitException.class, () -> AttributePath.of("a").all(Map.of("a", value), true));
    }
  }
}
