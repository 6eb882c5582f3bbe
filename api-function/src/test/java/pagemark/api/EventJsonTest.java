package pagemark.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.api.front.FrontDoor;
import pagemark.api.front.FrontDoor.UnknownEventException;
import pagemark.pages.error.PagesException.InvalidParameter;

/// Odd events, and answers as Lambda's own mapping writes them. [FrontsIT] reads events as that
/// mapping writes them.
final class EventJsonTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final List<String> TEXTS =
      Arrays.asList(null, "", "2.0", "/comments/x y", "\"\\\u0001", "é\uD83D\uDE00", "GET");

  private static <T> PojoSerializer<T> serializer(Class<T> type) {
    return LambdaEventSerializers.serializerFor(type, EventJsonTest.class.getClassLoader());
  }

  private static FrontDoor read(String json) throws IOException {
    return FrontDoor.of(
        Objects.requireNonNull(
            EventJson.read(new ByteArrayInputStream(json.getBytes(UTF_8))), json));
  }

  /// The request that an event means; `none` of one that is no event of HTTP.
  private static String used(FrontDoor front) {
    try {
      return front.request().toString();
    } catch (UnknownEventException | InvalidParameter e) {
      return "none";
    }
  }

  /// Lambda's mapping fails for these. Each is an event of another format, or a caller without
  /// claims.
  @Test
  void readsValuesOfOtherTypesAsMissing() throws IOException {
    ObjectNode event = Front.event("GET", "/comments/SHIRT?page=3", Map.of("sub", "rita"));
    String known = used(read(event.toString()));
    ObjectNode odd = event.deepCopy();
    odd.putArray("headers").addObject();
    odd.withObject("/requestContext").putArray("domainName").addArray();
    assertEquals(known, used(read(odd.toString())));
    odd.withObject("/requestContext/authorizer/jwt/claims").putArray("of").add("rita");
    assertEquals(known, used(read(odd.toString())));
    odd.withObject("/requestContext").put("authorizer", "rita");
    assertEquals(known.replace("sub=rita", ""), used(read(odd.toString())));
    odd.withObject("/requestContext").put("http", "GET");
    assertEquals("none", used(read(odd.toString())));
    odd.putArray("requestContext").addObject();
    assertEquals("none", used(read(odd.toString())));
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "[]", "[{\"version\": \"2.0\"}]", "\"text\"", "1", ""})
  void anythingElseIsNoEvent(String json) throws IOException {
    assertNull(EventJson.read(new ByteArrayInputStream(json.getBytes(UTF_8))));
  }

  @Test
  void refusesWhatIsNotJson() {
    assertThrows(IOException.class, () -> read("{\"version\": "));
    var deep = assertThrows(IOException.class, () -> read("{\"x\": " + "[".repeat(100_000)));
    assertTrue(String.valueOf(deep.getMessage()).contains("nesting depth"), deep::toString);
  }

  @Test
  void writesResponsesAsLambdaDoes() throws IOException {
    for (String body : TEXTS) {
      Map<String, String> headers = new HashMap<>(Map.of("ETag", "\"a\"", "Link", "é"));
      assertWrittenAlike(
          APIGatewayV2HTTPResponse.builder()
              .withStatusCode(200)
              .withHeaders(headers)
              .withBody(body)
              .build());
    }
    assertWrittenAlike(
        APIGatewayV2HTTPResponse.builder().withStatusCode(304).withHeaders(Map.of()).build());
  }

  private static void assertWrittenAlike(APIGatewayV2HTTPResponse response) throws IOException {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    EventJson.write(FrontDoor.of(Front.event("GET", "/", Map.of())), response, written);
    ByteArrayOutputStream mapped = new ByteArrayOutputStream();
    serializer(APIGatewayV2HTTPResponse.class).toJson(response, mapped);
    ObjectNode expected = (ObjectNode) JSON.readTree(mapped.toByteArray());
    expected.properties().removeIf(field -> field.getValue().isNull());
    assertEquals(expected, JSON.readTree(written.toByteArray()));
  }
}
