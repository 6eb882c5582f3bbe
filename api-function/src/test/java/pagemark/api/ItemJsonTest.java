package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromB;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBool;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBs;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromNs;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromNul;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromSs;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

final class ItemJsonTest {
  @Test
  void writesEveryTypeAsPlainJson() throws IOException {
    assertEquals("\"a \\\"\\u0000 ü 🎸\"", json(fromS("a \"\0 ü 🎸")));
    assertEquals("\"\"", json(fromS("")));
    assertEquals("true", json(fromBool(true)));
    assertEquals("null", json(fromNul(true)));
    assertEquals("\"+/8=\"", json(fromB(bytes(0xFB, 0xFF))));
    assertEquals(
        "[1,\"x\",[],{\"k\":null}]",
        json(
            fromL(
                List.of(
                    fromN("1"), fromS("x"), fromL(List.of()), fromM(Map.of("k", fromNul(true)))))));
  }

  @Test
  void keepsAllDigitsOfNumbers() throws IOException {
    for (String number :
        List.of(
            "0",
            "-1",
            "12345678901234567890123456789012345678",
            "-0.00000000000000000000000000000000000000012345678901234567890123456789012345678",
            "9.9999999999999999999999999999999999999E+125",
            "1E-130",
            "100")) {
      assertEquals(number, json(fromN(number)));
    }
  }

  @Test
  void writesNumbersThatJsonWouldNotKnowAsItDoes() throws IOException {
    assertEquals("0.5", json(fromN(".5")));
    assertEquals("5", json(fromN("+5")));
    assertEquals("5", json(fromN("005")));
  }

  @Test
  void sortsWhatDynamoDbLeavesUnordered() throws IOException {
    assertEquals("[\"B\",\"a\",\"b\"]", json(fromSs(List.of("b", "a", "B"))));
    assertEquals("[-3,2,10.5]", json(fromNs(List.of("10.5", "-3", "2"))));
    assertEquals("[\"AQ==\",\"Ag==\"]", json(fromBs(List.of(bytes(2), bytes(1)))));
    assertEquals(
        "{\"a\":1,\"b\":2,\"c\":3}",
        json(fromM(Map.of("c", fromN("3"), "a", fromN("1"), "b", fromN("2")))));
  }

  private static SdkBytes bytes(int... bytes) {
    byte[] array = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      array[i] = (byte) bytes[i];
    }
    return SdkBytes.fromByteArray(array);
  }

  private static String json(AttributeValue value) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      new ItemJson(json).write(Map.of("v", value));
    }
    return text.toString().substring("{\"v\":".length(), text.toString().length() - 1);
  }
}
