package pagemark.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

final class JsonItemTest {
  private final JsonItem json = new JsonItem(Set.of("b"));

  @Test
  void everyJsonTypeHasItsAttributeType() throws Exception {
    assertEquals(
        Map.of(
            "s", AttributeValue.fromS("ü"),
            "n", AttributeValue.fromN("1.5"),
            "t", AttributeValue.fromBool(true),
            "z", AttributeValue.fromNul(true),
            "l", AttributeValue.fromL(List.of(AttributeValue.fromN("1"), AttributeValue.fromS(""))),
            "m", AttributeValue.fromM(Map.of("b", AttributeValue.fromS("AAE="))),
            "b", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[] {0, 1}))),
        read(
            """
            {"s": "ü", "n": 1.5, "t": true, "z": null, "l": [1, ""], "m": {"b": "AAE="},
             "b": "AAE="}\
            """));
  }

  @Test
  void numbersKeepAllTheirDigits() throws Exception {
    String digits = "12345678901234567890123456789012345678";
    assertEquals(AttributeValue.fromN(digits), read("{\"n\": " + digits + "}").get("n"));
    assertEquals(AttributeValue.fromN("0." + digits), read("{\"n\": 0." + digits + "}").get("n"));
    assertEquals(AttributeValue.fromN("0"), read("{\"n\": -0.00}").get("n"));
    assertEquals(AttributeValue.fromN("1E+125"), read("{\"n\": 1e125}").get("n"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "{\"a\": secret}|is not JSON, at column 7",
        "{\"a\": 1} x|is not JSON, at column 10",
        "{\"a\": 1, \"a\": 2}|is not JSON, at column 13",
        "[1]|is not a JSON object",
        "\"secret\"|is not a JSON object",
        "{\"\": 1}|an attribute has no name",
        "{\"b\": 1}|b must be base64 text",
        "{\"b\": \"secret!\"}|b must be base64 text",
        "{\"n\": 123456789012345678901234567890123456789}|n has more than 38 digits",
        "{\"n\": [1e126]}|n is a number beyond 1E-130 to 9.9E+125",
        "{\"n\": 1e-131}|n is a number beyond 1E-130 to 9.9E+125",
        "{\"n\": 1e999999999}|n is a number beyond 1E-130 to 9.9E+125",
      })
  void whatIsNoItemIsToldWithoutItsValue(String line, String reason) {
    assertEquals(reason, reason(line.getBytes(UTF_8)));
  }

  @Test
  void bytesThatAreNoTextAreTold() {
    assertEquals("is not UTF-8 text", reason(new byte[] {'{', (byte) 0xff, '}'}));
  }

  @Test
  void depthIsThatOfDynamoDb() throws Exception {
    read("{\"a\": " + "[".repeat(31) + "1" + "]".repeat(31) + "}");
    assertEquals(
        "a is nested deeper than 32 levels",
        reason(("{\"a\": " + "[".repeat(32) + "1" + "]".repeat(32) + "}").getBytes(UTF_8)));
  }

  private Map<String, AttributeValue> read(String line) throws LineException {
    return json.read(line.getBytes(UTF_8));
  }

  private String reason(byte[] line) {
    return assertThrows(LineException.class, () -> json.read(line)).reason();
  }
}
