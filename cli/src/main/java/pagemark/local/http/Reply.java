package pagemark.local.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;

/// The answer to a request.
///
/// @param parts of the body, each of which is sent as soon as it is there; null if `body` is all
public record Reply(
    int status, Map<String, List<String>> headers, Bytes body, @Nullable Iterable<Bytes> parts) {
  public Reply {
    headers = Map.copyOf(headers);
  }

  public Reply(int status, Map<String, List<String>> headers, Bytes body) {
    this(status, headers, body, null);
  }

  /// An answer that takes a while. No further part is asked for once the client is gone.
  public static Reply inParts(
      int status, Map<String, List<String>> headers, Iterable<Bytes> parts) {
    return new Reply(status, headers, Bytes.utf8(""), parts);
  }

  Reply with(Map<String, List<String>> otherHeaders) {
    return new Reply(status, otherHeaders, body, parts);
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
