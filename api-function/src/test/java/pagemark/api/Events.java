package pagemark.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.ApplicationLoadBalancerRequestEvent;
import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import pagemark.services.TestContext;

/// Calls a handler with events of any front, as a deployed one is called: a stream in, a stream
/// out.
record Events(PageHandler handler, TestContext log) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Path FOLDER = Path.of(System.getProperty("pagemark.root", ".."), "events");

  /// The files with a request for page 3 of DAFT_PUNK_TSHIRT, as each front sends it.
  static final Map<String, Class<?>> PAGES =
      new TreeMap<>(
          Map.of(
              "api-page.json", APIGatewayV2HTTPEvent.class,
              "api-page-function-url.json", APIGatewayV2HTTPEvent.class,
              "api-page-stage.json", APIGatewayV2HTTPEvent.class,
              "api-page-rest.json", APIGatewayProxyRequestEvent.class,
              "api-page-alb.json", ApplicationLoadBalancerRequestEvent.class,
              "api-page-alb-multi.json", ApplicationLoadBalancerRequestEvent.class,
              "api-page-invoke.json", Map.class));

  Events(PageHandler handler) {
    this(handler, new TestContext());
  }

  static ObjectNode file(String name) {
    try {
      return (ObjectNode) JSON.readTree(Files.readString(FOLDER.resolve(name)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The event as Lambda's own library reads and writes it.
  static ObjectNode mapped(String name, Class<?> type) {
    if (type == Map.class) {
      return file(name);
    }
    return (ObjectNode) parsed(written(serializer(type), file(name).toString()));
  }

  private static <T> String written(PojoSerializer<T> serializer, String json) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    serializer.toJson(serializer.fromJson(json), out);
    return out.toString(UTF_8);
  }

  private static <T> PojoSerializer<T> serializer(Class<T> type) {
    return LambdaEventSerializers.serializerFor(type, Events.class.getClassLoader());
  }

  /// The answer as the front reads it: by Lambda's own type of it.
  static <T> T as(Class<T> type, JsonNode answer) {
    return serializer(type).fromJson(answer.toString());
  }

  JsonNode answer(JsonNode event) {
    return answer(event.toString());
  }

  JsonNode answer(String event) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      handler.handleRequest(new ByteArrayInputStream(event.getBytes(UTF_8)), out, log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return parsed(out.toString(UTF_8));
  }

  /// The body of an answer, or the whole answer to an invocation.
  static JsonNode body(JsonNode answer) {
    return answer.has("statusCode") ? parsed(answer.path("body").asText()) : answer;
  }

  /// What the client reads in a header, whatever its form.
  static String header(JsonNode answer, String name) {
    JsonNode single = answer.path("headers").path(name);
    return single.isMissingNode()
        ? answer.path("multiValueHeaders").path(name).path(0).asText()
        : single.asText();
  }

  static ObjectNode parsedObject(String json) {
    return (ObjectNode) parsed(json);
  }

  private static JsonNode parsed(String json) {
    try {
      return JSON.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
