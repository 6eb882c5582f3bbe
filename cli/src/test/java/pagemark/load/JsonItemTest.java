package pagemark.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pagemark.load.ItemReader.LineException;
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "{\"a\": secret}|is not JSON, at column 7",
        "{\"a\": 1} x|is not JSON, at column 10",
        "{\"a\": 1, \"a\": 2}|a occurs twice",
        "{\"a\": {\"b\": [{\"c\": 1, \"c\": 2}]}}|a.b[0].c occurs twice",
        "[1]|is not a JSON object",
        "\"secret\"|is not a JSON object",
        "{\"a\": 1, \"\": 1}|attribute 2 has an empty name",
        "{\"a\": {\"\": 1}}|a: attribute 1 has an empty name",
        "{\"a\": {\"b\": \"secret\\uD800\"}}|a.b has half of a surrogate pair, which is not text",
        "{\"a\": {\"b\\uDC00\": 1}}|is not JSON, at column 16",
        "{\"b\": 1}|b must be base64 text",
        "{\"b\": \"secret!\"}|b must be base64 text",
      })
  void malformedItemsAreReportedWithoutTheirValues(String line, String reason) {
    assertEquals(reason, reason(line.getBytes(UTF_8)));
  }

  @ParameterizedTest
  @CsvSource({
    "1e-2147483648, 1e-2147483648",
    "1e2147483648, 1e2147483648",
    "-10e-2147483649, -10e-2147483649",
    "1e99999999999999999999, 1e99999999999999999999",
    "1e126, 1e126",
    "1e-131, 1e-131",
    "1e999999999, 1e999999999",
    "123456789012345678901234567890123456789, 123456789012345678901234567890123456789",
    "12345678901234567890123456789012345678901, 1234567890123456789012345678901234567890...",
  })
  void numbersThatDynamoDbCannotStoreAreReportedWithTheValidOnes(String number, String told) {
    String valid =
        ", which DynamoDB cannot store. Valid numbers: 0, and up to 38 digits from 1E-130 to"
            + " 9.9999999999999999999999999999999999999E+125, positive or negative";
    assertEquals("n is " + told + valid, reason(("{\"n\": " + number + "}").getBytes(UTF_8)));
    assertEquals(
        "n[1].m is " + told + valid,
        reason(("{\"n\": [1, {\"m\": " + number + "}]}").getBytes(UTF_8)));
  }

  @Test
  void numbersOfAThousandCharactersAreReadExactly() throws Exception {
    String zeros = "0".repeat(900);
    assertEquals(AttributeValue.fromN("1"), read("{\"n\": 1." + zeros + "}").get("n"));
    assertEquals(AttributeValue.fromN("0"), read("{\"n\": 0." + zeros + "}").get("n"));
    assertEquals(AttributeValue.fromN("0"), read("{\"n\": -0E-99}").get("n"));
    assertEquals(
        AttributeValue.fromN("1.2E-8"),
        read("{\"n\": 0." + zeros + "12e" + (zeros.length() - 7) + "}").get("n"));
    assertEquals(
        AttributeValue.fromN("1"),
        read("{\"n\": 1" + zeros + "e-" + zeros.length() + "}").get("n"));
    assertEquals(AttributeValue.fromN("1E+2"), read("{\"n\": 1e+00000000000000000002}").get("n"));
    String most = "9.9999999999999999999999999999999999999E+125";
    assertEquals(AttributeValue.fromN(most), read("{\"n\": " + most + "}").get("n"));
    assertEquals(AttributeValue.fromN("-1E-130"), read("{\"n\": -1e-130}").get("n"));
  }

  @Test
  void endlessNumbersAndNamesAreReported() {
    String reason = "has a number of more than 1,000 characters, or a name of more than 50,000";
    assertEquals(reason, reason(("{\"n\": " + "9".repeat(4_000_000) + "}").getBytes(UTF_8)));
    assertEquals(reason, reason(("{\"" + "n".repeat(4_000_000) + "\": 1}").getBytes(UTF_8)));
  }

  /// BigDecimal is the oracle for the value of a number's text.
  @Test
  void anyNumberIsReadAsBigDecimalReadsIt() throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      String digits = Long.toString(random.nextLong(1L << random.nextInt(1, 62)));
      String text =
          (random.nextBoolean() ? "-" : "")
              + digits
              + (random.nextBoolean() ? "." + "0".repeat(random.nextInt(9)) + digits : "")
              + (random.nextBoolean() ? "e" + random.nextInt(-80, 80) : "");
      BigDecimal number = new BigDecimal(text);
      String expected = number.signum() == 0 ? "0" : number.stripTrailingZeros().toString();
      if (number.stripTrailingZeros().precision() <= 38) {
        assertEquals(
            AttributeValue.fromN(expected),
            read("{\"n\": " + text + "}").get("n"),
            () -> text + " of seed " + seed);
      }
    }
  }

  @Test
  void aWholeSurrogatePairIsText() throws Exception {
    assertEquals(
        AttributeValue.fromS("\uD83D\uDE00"), read("{\"s\": \"\\uD83D\\uDE00\"}").get("s"));
  }

  /// The depth is far beyond what the parser or the stack could follow.
  @Test
  void endlessDepthIsReported() {
    assertEquals(
        "a is nested deeper than 32 levels",
        reason(("{\"a\": " + "[".repeat(2_000_000)).getBytes(UTF_8)));
    assertEquals(
        "a is nested deeper than 32 levels",
        reason(("{\"a\": " + "{\"a\":".repeat(500_000)).getBytes(UTF_8)));
  }

  @Test
  void bytesThatAreNotTextAreReported() {
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
