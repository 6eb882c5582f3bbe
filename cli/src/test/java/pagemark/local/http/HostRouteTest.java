package pagemark.local.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.entry.Bytes;
import pagemark.local.http.HttpFront.Reply;
import pagemark.local.http.HttpFront.Request;

final class HostRouteTest {
  private static int status(@Nullable String name, Map<String, String> headers) {
    Request request = new Request("GET", "/users", "", headers, Bytes.utf8(""));
    return new HttpFront.HostRoute(_ -> Reply.message(200, "items"), 8080, name)
        .answer(request)
        .status();
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost:8080", "127.0.0.1:8080", "[::1]:8080", "LOCALHOST:8080"})
  void namesOfThisMachineAreAnswered(String host) {
    assertEquals(200, status(null, Map.of("host", host)));
  }

  /// A page of `rebound.example`, whose name resolves to 127.0.0.1, is told by its Host alone.
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
    assertEquals(403, status(null, Map.of("host", host)));
    assertEquals(403, status("demo.example", Map.of("host", host)));
    assertEquals(403, status(null, Map.of()));
  }

  @Test
  void oneMoreNameMayBeGiven() {
    for (String host : new String[] {"demo.example", "Demo.example:443", "demo.example:8080"}) {
      assertEquals(200, status("demo.example", Map.of("host", host)), host);
    }
    assertEquals(403, status("demo.example", Map.of("host", "a.demo.example")));
  }
}
