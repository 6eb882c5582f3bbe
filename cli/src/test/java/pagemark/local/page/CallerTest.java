package pagemark.local.page;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.entry.Bytes;
import pagemark.local.http.Request;

final class CallerTest {
  private static final Caller CALLER = new Caller(8080);

  private static Request request(Map<String, String> headers) {
    return new Request(
        "POST", "/local/items", "", headers, Bytes.utf8("{}"), "127.0.0.1", "HTTP/1.1");
  }

  private static void assertRefused(Map<String, String> headers) {
    Request request = request(headers);
    RefusedRequest refusal = assertThrows(RefusedRequest.class, () -> CALLER.checkOwn(request));
    assertEquals(403, refusal.reply().status());
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost:8080", "127.0.0.1:8080", "[::1]:8080", "LOCALHOST:8080"})
  void namesOfThisMachineMayWrite(String host) {
    assertDoesNotThrow(() -> CALLER.checkOwn(request(Map.of("host", host))));
    assertDoesNotThrow(
        () -> CALLER.checkOwn(request(Map.of("host", host, "origin", "http://" + host))));
  }

  /// A page of `rebound.example`, whose name resolves to 127.0.0.1, has the same origin as its
  /// requests: only the Host tells.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "rebound.example:8080",
        "localhost.rebound.example:8080",
        "localhost",
        "localhost:8081",
        "127.0.0.2:8080",
        "localhost:8080,localhost:8080",
        "user@localhost:8080",
        ""
      })
  void everyOtherHostIsRefused(String host) {
    assertRefused(Map.of("host", host));
    assertRefused(
        Map.of("host", host, "origin", "http://" + host, "sec-fetch-site", "same-origin"));
    assertThrows(RefusedRequest.class, () -> CALLER.checkHost(request(Map.of("host", host))));
  }

  @Test
  void requestWithoutHostIsRefused() {
    assertRefused(Map.of());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"https://example.com", "null", "http://localhost:8081", "https://localhost:8080"})
  void everyOtherOriginIsRefused(String origin) {
    assertRefused(Map.of("host", "localhost:8080", "origin", origin));
  }

  @ParameterizedTest
  @ValueSource(strings = {"cross-site", "same-site", "none"})
  void everyOtherSiteIsRefused(String site) {
    assertRefused(Map.of("host", "localhost:8080", "sec-fetch-site", site));
  }
}
