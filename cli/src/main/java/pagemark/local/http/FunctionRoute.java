package pagemark.local.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import pagemark.entry.Bytes;
import pagemark.local.http.HttpFront.Reply;
import pagemark.local.http.HttpFront.Request;
import pagemark.local.lambda.LocalFunction;

/// Answers requests with the API function. If the function fails, the client gets the answer of API
/// Gateway, which gives no reason, and the log gets a line.
public record FunctionRoute(LocalFunction function, Consumer<String> log)
    implements HttpFront.Route {
  private static final Reply FAILED = Reply.message(500, "Internal Server Error");

  @Override
  public Reply answer(Request request) {
    try {
      return reply(function.call(event(request)));
    } catch (RuntimeException e) {
      log.accept("The API function failed: " + e);
      return FAILED;
    }
  }

  /// Converts an answer (payload format 2.0). One without a valid status is a bug of the function,
  /// and becomes a 500.
  private static Reply reply(JsonNode answer) {
    int status = answer.path("statusCode").asInt();
    if (status < 200 || status > 599) {
      return FAILED;
    }
    Map<String, List<String>> headers = new LinkedHashMap<>();
    answer
        .path("headers")
        .forEachEntry((name, value) -> headers.put(name, List.of(value.asText())));
    return new Reply(status, headers, Bytes.utf8(answer.path("body").asText("")));
  }

  /// The event that API Gateway's HTTP APIs send: payload format 2.0, `$default` route and stage,
  /// with the fields that the function reads. As in API Gateway, the path is decoded and the query
  /// string is not.
  private static ObjectNode event(Request request) {
    ObjectNode event = JsonNodeFactory.instance.objectNode();
    event.put("version", "2.0").put("routeKey", "$default");
    event.put("rawPath", request.path()).put("rawQueryString", request.query());
    request.headers().forEach(event.putObject("headers")::put);
    ObjectNode context = event.putObject("requestContext").put("stage", "$default");
    context.put("domainName", request.headers().getOrDefault("host", "localhost"));
    context.putObject("http").put("method", request.method());
    return event;
  }
}
