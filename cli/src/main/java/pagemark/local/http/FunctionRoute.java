package pagemark.local.http;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import pagemark.entry.Bytes;
import pagemark.local.lambda.LocalFunction;

/// Answers requests with the API function. If the function fails, the client gets the answer of API
/// Gateway, which gives no reason, and the log gets a line.
public record FunctionRoute(
    LocalFunction<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> function,
    InstantSource clock,
    Consumer<String> log)
    implements Route {
  private static final Reply FAILED = Reply.message(500, "Internal Server Error");

  @Override
  public Reply answer(Request request) {
    try {
      return reply(function.call(GatewayEvent.of(request, clock.instant())));
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
    return new Reply(status, headers(answer), body(answer));
  }

  private static Map<String, List<String>> headers(JsonNode answer) {
    Map<String, List<String>> headers = new LinkedHashMap<>();
    answer
        .path("headers")
        .properties()
        .forEach(header -> headers.put(header.getKey(), List.of(header.getValue().asText())));
    List<String> cookies = new ArrayList<>();
    answer.path("cookies").forEach(cookie -> cookies.add(cookie.asText()));
    if (!cookies.isEmpty()) {
      headers.put("Set-Cookie", cookies);
    }
    return headers;
  }

  private static Bytes body(JsonNode answer) {
    String body = answer.path("body").asText("");
    return answer.path("isBase64Encoded").asBoolean()
        ? Bytes.of(Base64.getDecoder().decode(body))
        : Bytes.utf8(body);
  }
}
