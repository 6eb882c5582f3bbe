package pagemark.sync;

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

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pagemark.sync.ChangeReader.EventAttributes;
import software.amazon.awssdk.core.SdkBytes;

final class EventAttributesTest {
  private static final String DIGITS = "12345678901234567890123456789012345678";

  /// Reads an item's JSON from the service in the way of Lambda.
  private static final String EVENT =
      """
      { "Records": [ { "eventName": "INSERT", "dynamodb": { "NewImage": {
          "s": { "S": "" },
          "n": { "N": "%s" },
          "b": { "B": "AP8=" },
          "yes": { "BOOL": true },
          "no": { "BOOL": false },
          "nothing": { "NULL": true },
          "ss": { "SS": [ "a", "b" ] },
          "ns": { "NS": [ "1", "2.5" ] },
          "bs": { "BS": [ "AA==", "/w==" ] },
          "l": { "L": [ { "S": "x" }, { "L": [] }, { "M": { "deep": { "N": "1" } } } ] },
          "m": { "M": { "list": { "L": [ { "NULL": true } ] }, "empty": { "M": {} } } } } } } ] }
      """
          .formatted(DIGITS);

  private static SdkBytes bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return SdkBytes.fromByteArray(bytes);
  }

  @Test
  void convertsEveryTypeAtEveryDepth() {
    var image = EventJson.read(EVENT).getRecords().getFirst().getDynamodb().getNewImage();
    var expected =
        Map.ofEntries(
            Map.entry("s", fromS("")),
            Map.entry("n", fromN(DIGITS)),
            Map.entry("b", fromB(bytes(0, 255))),
            Map.entry("yes", fromBool(true)),
            Map.entry("no", fromBool(false)),
            Map.entry("nothing", fromNul(true)),
            Map.entry("ss", fromSs(List.of("a", "b"))),
            Map.entry("ns", fromNs(List.of("1", "2.5"))),
            Map.entry("bs", fromBs(List.of(bytes(0), bytes(255)))),
            Map.entry(
                "l",
                fromL(List.of(fromS("x"), fromL(List.of()), fromM(Map.of("deep", fromN("1")))))),
            Map.entry(
                "m",
                fromM(Map.of("list", fromL(List.of(fromNul(true))), "empty", fromM(Map.of())))));

    assertEquals(expected, EventAttributes.convert(image));
    assertEquals(expected, EventAttributes.convert(image), "a second reading finds the same bytes");
  }

  @Test
  void anImageThatIsNotThereHasNoAttributes() {
    assertEquals(Map.of(), EventAttributes.convert(null));
  }

  /// A value whose type is missing, or unknown to Lambda's library, has no type after the
  /// conversion.
  @Test
  void aValueWithoutATypeStaysOneAtEveryDepth() {
    var image =
        EventJson.read(
                """
                { "Records": [ { "dynamodb": { "NewImage": {
                    "empty": {}, "nothing": null, "tomorrows": { "V": "1" },
                    "l": { "L": [ {}, { "S": "x" } ] }, "m": { "M": { "inner": {} } } } } } ] }
                """)
            .getRecords()
            .getFirst()
            .getDynamodb()
            .getNewImage();
    var typeless = software.amazon.awssdk.services.dynamodb.model.AttributeValue.builder().build();

    assertEquals(
        Map.of(
            "empty", typeless,
            "nothing", typeless,
            "tomorrows", typeless,
            "l", fromL(List.of(typeless, fromS("x"))),
            "m", fromM(Map.of("inner", typeless))),
        EventAttributes.convert(image));
  }
}
