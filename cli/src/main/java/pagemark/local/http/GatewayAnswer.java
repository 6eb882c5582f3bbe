package pagemark.local.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import pagemark.entry.Bytes;

/// Converts a function's answer (payload format 2.0) to a response.
final class GatewayAnswer {
  static final Reply FAILED = Reply.message(500, "Internal Server Error");

  private GatewayAnswer() {}

  /// Converts an answer. One without a valid status is a bug of the function, and becomes a 500.
  static Reply reply(JsonNode answer) {
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
