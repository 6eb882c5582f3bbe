package pagemark.local.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import pagemark.entry.Bytes;

/// The answer to a request.
public record Reply(int status, Map<String, List<String>> headers, Bytes body) {
  public Reply {
    headers = Map.copyOf(headers);
  }

  public static Reply of(int status, String contentType, String body) {
    return new Reply(status, Map.of("Content-Type", List.of(contentType)), Bytes.utf8(body));
  }

  public static Reply json(int status, JsonNode body) {
    return of(status, "application/json", body.toString());
  }

  /// An error as API Gateway itself answers it: `{"message": "Internal Server Error"}`.
  static Reply message(int status, String message) {
    return of(status, "application/json", "{\"message\":\"" + message + "\"}");
  }
}
