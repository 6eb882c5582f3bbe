package pagemark.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent.RequestContext;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent.RequestContext.Authorizer;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent.RequestContext.Authorizer.JWT;
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
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.api.front.HttpApi;

/// Compares what is read and written with Lambda's own mapping.
final class EventJsonTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int EVENTS = 2_000;
  private static final List<String> TEXTS =
      Arrays.asList(null, "", "2.0", "/comments/x y", "\"\\\u0001", "é\uD83D\uDE00", "GET");

  private final Random random = new Random(27);

  @Test
  void readsRandomEventsAsLambdaDoes() throws IOException {
    for (int i = 0; i < EVENTS; i++) {
      assertReadAlike(event().toString());
    }
  }

  private ObjectNode event() {
    ObjectNode event = JSON.createObjectNode();
    for (String field : List.of("routeKey", "version", "rawPath", "rawQueryString")) {
      put(event, field);
    }
    event.putArray("cookies").add("a=1");
    put(event, "headers", texts());
    put(event, "queryStringParameters", texts());
    put(event, "requestContext", context());
    return event.put("isBase64Encoded", random.nextBoolean());
  }

  private ObjectNode context() {
    ObjectNode context = JSON.createObjectNode().put("timeEpoch", random.nextLong());
    put(context, "stage");
    put(context, "domainName");
    ObjectNode http = JSON.createObjectNode();
    put(http, "path");
    put(http, "method");
    put(context, "http", http);
    ObjectNode jwt = JSON.createObjectNode();
    put(jwt, "claims", texts());
    jwt.putArray("scopes").add("read");
    ObjectNode authorizer = JSON.createObjectNode();
    put(authorizer, "jwt", jwt);
    put(context, "authorizer", authorizer);
    return context;
  }

  private ObjectNode texts() {
    ObjectNode texts = JSON.createObjectNode();
    for (int i = random.nextInt(4); i > 0; i--) {
      texts.put("name " + i, TEXTS.get(1 + random.nextInt(TEXTS.size() - 1)));
    }
    return texts;
  }

  private void put(ObjectNode object, String field) {
    switch (random.nextInt(8)) {
      case 0 -> {}
      case 1 -> object.put(field, random.nextInt());
      case 2 -> object.put(field, random.nextBoolean());
      default -> object.put(field, TEXTS.get(random.nextInt(TEXTS.size())));
    }
  }

  private void put(ObjectNode object, String field, ObjectNode value) {
    switch (random.nextInt(6)) {
      case 0 -> {}
      case 1 -> object.putNull(field);
      default -> object.set(field, value);
    }
  }

  private static void assertReadAlike(String json) throws IOException {
    assertEquals(used(mapped(json)), used(read(json)), json);
  }

  private static APIGatewayV2HTTPEvent mapped(String json) {
    return serializer(APIGatewayV2HTTPEvent.class).fromJson(json);
  }

  private static <T> PojoSerializer<T> serializer(Class<T> type) {
    return LambdaEventSerializers.serializerFor(type, EventJsonTest.class.getClassLoader());
  }

  private static APIGatewayV2HTTPEvent read(String json) throws IOException {
    return HttpApi.of(
            Objects.requireNonNull(
                EventJson.read(new ByteArrayInputStream(json.getBytes(UTF_8))), json))
        .event();
  }

  /// The fields of an event that this package uses, as a text.
  private static String used(APIGatewayV2HTTPEvent event) {
    RequestContext context = event.getRequestContext();
    return Arrays.asList(
            event.getVersion(),
            event.getRawPath(),
            event.getRawQueryString(),
            event.getHeaders(),
            context == null ? "no context" : used(context))
        .toString();
  }

  private static String used(RequestContext context) {
    Authorizer authorizer = context.getAuthorizer();
    JWT jwt = authorizer == null ? null : authorizer.getJwt();
    return Arrays.asList(
            context.getDomainName(),
            context.getHttp() == null ? "no http" : "http " + context.getHttp().getMethod(),
            authorizer == null ? "no authorizer" : "authorizer",
            jwt == null ? "no jwt" : jwt.getClaims())
        .toString();
  }

  /// Lambda's mapping fails for these. Each is an event of another format, or a caller without
  /// claims.
  @Test
  void readsValuesOfOtherTypesAsMissing() throws IOException {
    APIGatewayV2HTTPEvent event =
        read(
            """
            { "version": ["2.0", {"rawPath": "/a"}], "rawPath": {"rawPath": "/b"}, "headers": [{}],
              "requestContext": { "http": "GET", "domainName": [[]],
                "authorizer": { "jwt": { "claims": { "sub": ["rita"], "of": {"x": 1} } } } } }
            """);
    assertEquals("[null, null, null, null, [null, no http, authorizer, {}]]", used(event));
    assertEquals(
        "[null, null, null, null, [null, no http, no authorizer, no jwt]]",
        used(read("{\"requestContext\": {\"authorizer\": \"rita\"}}")));
    assertEquals("[null, null, null, null, no context]", used(read("{\"requestContext\": [{}]}")));
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
    EventJson.write(new HttpApi(new APIGatewayV2HTTPEvent()), response, written);
    ByteArrayOutputStream mapped = new ByteArrayOutputStream();
    serializer(APIGatewayV2HTTPResponse.class).toJson(response, mapped);
    ObjectNode expected = (ObjectNode) JSON.readTree(mapped.toByteArray());
    expected.properties().removeIf(field -> field.getValue().isNull());
    assertEquals(expected, JSON.readTree(written.toByteArray()));
  }
}
