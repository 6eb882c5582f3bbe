package pagemark.local.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Sends requests as browsers send them for the scripts of other pages.
final class CorsRouteTest extends OpenFront {
  private static final String ALLOWED = "Access-Control-Allow-Origin";

  private HttpResponse<String> send(String method, String target, String origin) throws Exception {
    HttpRequest request =
        request(target)
            .header("Origin", origin)
            .header("Access-Control-Request-Method", "GET")
            .header("Access-Control-Request-Headers", "if-none-match")
            .method(method, BodyPublishers.noBody())
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost:5173",
        "http://localhost",
        "https://localhost:8443",
        "http://127.0.0.1:3000",
        "http://[::1]:3000",
        "http://LOCALHOST:3000"
      })
  void pagesOfThisMachineMayReadAnswersAndTheirHeaders(String origin) throws Exception {
    answer =
        _ ->
            APIGatewayV2HTTPResponse.builder()
                .withStatusCode(200)
                .withHeaders(Map.of("ETag", "W/\"a\""))
                .withBody("{}")
                .build();
    for (String target : List.of("/comments/x", "/comments/x/facets", "/openapi.json", "/health")) {
      HttpResponse<String> read = send("GET", target, origin);
      assertEquals(200, read.statusCode());
      assertEquals(Optional.of(origin), read.headers().firstValue(ALLOWED));
      assertEquals(Optional.of("Origin"), read.headers().firstValue("Vary"));
      String exposed = read.headers().firstValue("Access-Control-Expose-Headers").orElseThrow();
      assertEquals(
          List.of("etag", "link", "retry-after", "server-timing", "pagemark-cost", "x-total-count"),
          List.of(exposed.split(", ", -1)));
    }
    assertEquals(4, events.size());
  }

  @Test
  void preflightsAreAnsweredWithoutTheFunction() throws Exception {
    HttpResponse<String> preflight = send("OPTIONS", "/comments/x", "http://localhost:5173");
    assertEquals(204, preflight.statusCode());
    assertEquals(Optional.of("http://localhost:5173"), preflight.headers().firstValue(ALLOWED));
    assertEquals(
        Optional.of("GET, HEAD"), preflight.headers().firstValue("Access-Control-Allow-Methods"));
    assertTrue(
        preflight
            .headers()
            .firstValue("Access-Control-Allow-Headers")
            .orElseThrow()
            .contains("if-none-match"));
    assertEquals(List.of(), events);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://example.com",
        "http://localhost.example.com",
        "http://example.com/localhost:80",
        "http://localhost:123456",
        "http://localhost:5173.example.com",
        "http://127.0.0.1.example.com",
        "http://127.0.0.2:80",
        "file://localhost",
        "null"
      })
  void pagesOfOtherMachinesMayNot(String origin) throws Exception {
    for (String method : List.of("GET", "OPTIONS")) {
      HttpResponse<String> read = send(method, "/comments/x", origin);
      assertEquals(Optional.empty(), read.headers().firstValue(ALLOWED));
      assertEquals(Optional.of("Origin"), read.headers().firstValue("Vary"));
    }
    assertEquals(2, events.size());
  }

  @Test
  void whatIsBelowLocalIsForThisPageOnly() throws Exception {
    for (String method : List.of("GET", "OPTIONS", "POST")) {
      HttpResponse<String> read = send(method, "/local/race", "http://localhost:5173");
      assertEquals(Optional.empty(), read.headers().firstValue(ALLOWED));
    }
    assertEquals(3, events.size());
  }

  @Test
  void anAnswerWithoutAnOriginVariesToo() throws Exception {
    assertEquals(Optional.of("Origin"), get("/comments/x").headers().firstValue("Vary"));
    assertEquals(Optional.empty(), get("/comments/x").headers().firstValue(ALLOWED));
  }
}
