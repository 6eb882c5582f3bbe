package pagemark.local.page;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.entry.Bytes;
import pagemark.local.http.HttpFront.Request;
import pagemark.local.page.WebPage.RefusedRequest;

final class RefusedRequestTest {
  private static Request request(Map<String, String> headers) {
    return new Request("POST", "/local/race", "", headers, Bytes.utf8("{}"));
  }

  private static void assertRefused(Map<String, String> headers) {
    Request request = request(headers);
    RefusedRequest refusal =
        assertThrows(RefusedRequest.class, () -> RefusedRequest.requireOwn(request));
    assertEquals(403, refusal.reply().status());
  }

  @Test
  void theOwnOriginMayAsk() {
    String host = "localhost:8080";
    assertDoesNotThrow(() -> RefusedRequest.requireOwn(request(Map.of("host", host))));
    assertDoesNotThrow(
        () ->
            RefusedRequest.requireOwn(
                request(
                    Map.of(
                        "host",
                        host,
                        "origin",
                        "http://" + host,
                        "sec-fetch-site",
                        "same-origin"))));
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
