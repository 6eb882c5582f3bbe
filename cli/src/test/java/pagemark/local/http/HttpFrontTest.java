package pagemark.local.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.local.lambda.FunctionSettings;
import pagemark.local.lambda.LocalFunction;

final class HttpFrontTest {
  private final List<APIGatewayV2HTTPEvent> events =
      Collections.synchronizedList(new ArrayList<>());
  private final List<String> log = Collections.synchronizedList(new ArrayList<>());
  private final HttpClient client = HttpClient.newHttpClient();
  private Function<APIGatewayV2HTTPEvent, @Nullable APIGatewayV2HTTPResponse> answer =
      event -> response(200, "{}");
  private HttpFront front;

  @BeforeEach
  void start() throws IOException {
    front = HttpFront.bind(0);
    LocalFunction<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> function =
        LocalFunction.of(
            (event, context) -> {
              events.add(event);
              return answer.apply(event);
            },
            APIGatewayV2HTTPEvent.class,
            APIGatewayV2HTTPResponse.class,
            new FunctionSettings("api", Duration.ofSeconds(10), log::add));
    front.serve(
        new FunctionRoute(function, () -> Instant.parse("2024-05-01T07:40:05Z"), log::add),
        log::add);
  }

  @AfterEach
  void stop() {
    front.close();
    client.close();
  }

  /// A client gets an answer even if the stack has a bug.
  @Test
  void routeThatFailsIsAnsweredAndLogged() throws Exception {
    try (HttpFront broken = HttpFront.bind(0)) {
      broken.serve(
          request -> {
            throw new ArithmeticException("Overflow");
          },
          log::add);
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + broken.port() + "/")).build();

      HttpResponse<String> response = client.send(request, BodyHandlers.ofString());

      assertEquals(500, response.statusCode());
      assertEquals("{\"message\":\"Internal Server Error\"}", response.body());
      assertEquals(
          List.of("A request failed: java.lang.ArithmeticException: Overflow"), List.copyOf(log));
    }
  }

  @Test
  void requestBecomesAnEventOfPayloadFormat2() throws Exception {
    get("/comments/DAFT_PUNK_TSHIRT?page=3&size=20");

    APIGatewayV2HTTPEvent event = events.getFirst();
    assertEquals("2.0", event.getVersion());
    assertEquals("$default", event.getRouteKey());
    assertEquals("/comments/DAFT_PUNK_TSHIRT", event.getRawPath());
    assertEquals("page=3&size=20", event.getRawQueryString());
    assertEquals(Map.of("page", "3", "size", "20"), event.getQueryStringParameters());
    assertFalse(event.getIsBase64Encoded());
    var context = event.getRequestContext();
    assertEquals("$default", context.getStage());
    assertEquals("01/May/2024:07:40:05 +0000", context.getTime());
    assertEquals(1714549205000L, context.getTimeEpoch());
    assertFalse(context.getRequestId().isEmpty());
    assertEquals("GET", context.getHttp().getMethod());
    assertEquals("/comments/DAFT_PUNK_TSHIRT", context.getHttp().getPath());
    assertEquals("HTTP/1.1", context.getHttp().getProtocol());
    assertEquals("127.0.0.1", context.getHttp().getSourceIp());
    assertEquals("test/1", context.getHttp().getUserAgent());
  }

  @Test
  void requestWithoutQueryHasAnEmptyQueryString() throws Exception {
    get("/comments");

    assertEquals("", events.getFirst().getRawQueryString());
  }

  /// API Gateway's HTTP APIs decode the path and drop everything after a decoded question mark.
  @Test
  void pathIsDecodedAndCutAtADecodedQuestionMark() throws Exception {
    get("/comments/caf%C3%A9%20%2F%25+a?x=1");
    get("/comments/who%3Fme?x=1");

    assertEquals("/comments/café /%+a", events.get(0).getRawPath());
    assertEquals("/comments/who", events.get(1).getRawPath());
  }

  @Test
  void queryStringStaysAsItWasWritten() throws Exception {
    get("/comments?group=caf%C3%A9+%26%3F&group=b&c&=d?e");

    APIGatewayV2HTTPEvent event = events.getFirst();
    assertEquals("group=caf%C3%A9+%26%3F&group=b&c&=d?e", event.getRawQueryString());
    assertEquals("café &?,b", event.getQueryStringParameters().get("group"));
    assertEquals("", event.getQueryStringParameters().get("c"));
  }

  @Test
  void pathThatBeginsWithTwoSlashesKeepsThem() throws Exception {
    raw("GET //comments/a?page=1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    raw("GET http://localhost/b?c HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");

    assertEquals("//comments/a", events.get(0).getRawPath());
    assertEquals("/b", events.get(1).getRawPath());
    assertEquals("c", events.get(1).getRawQueryString());
  }

  /// The JDK's own server answered these with HTML.
  @Test
  void everyTargetIsHandedOver() throws Exception {
    for (String target : List.of("//", "//a", "///", "/a|b", "/a?b|c", "/?\"<>^`{}", "*")) {
      assertTrue(raw(get1(target)).endsWith("\r\n\r\n{}"), target);
      APIGatewayV2HTTPEvent event = events.removeLast();
      String query = event.getRawQueryString();
      assertEquals(target, event.getRawPath() + (query.isEmpty() ? "" : "?" + query));
    }
  }

  private static String get1(String target) {
    return "GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  }

  @Test
  void malformedRequestsAreRefusedAsByApiGateway() throws Exception {
    for (String request :
        List.of(
            "GET /a b HTTP/1.1\r\n\r\n",
            "GET / HTTP/2.0\r\n\r\n",
            "hello\r\n\r\n",
            "GET /%zz HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\nno header\r\n\r\n",
            "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n")) {
      String reply = raw(request);
      assertTrue(reply.startsWith("HTTP/1.1 400 "), reply);
      assertTrue(reply.endsWith("\r\n\r\n{\"message\":\"Bad Request\"}"), reply);
    }
    String large = "GET / HTTP/1.1\r\nX: " + "x".repeat(70_000);
    assertTrue(raw(large).startsWith("HTTP/1.1 431 "));
    assertEquals(List.of(), events);
  }

  @Test
  void severalRequestsFollowOnOneConnection() throws Exception {
    String replies =
        raw(
            "POST /a HTTP/1.1\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n\r\nabc"
                + "POST /b HTTP/1.1\r\nContent-Type: text/plain\r\nExpect: 100-continue\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n"
                + "2;x=y\r\nde\r\nA\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n"
                + "HEAD /c HTTP/1.1\r\n\r\n"
                + "GET /d HTTP/1.0\r\n\r\n");
    assertEquals(5, replies.split("HTTP/1.1 [12]00", -1).length - 1, replies);
    assertEquals(
        List.of("/a", "/b", "/c", "/d"), events.stream().map(e -> e.getRawPath()).toList());
    assertEquals("abc", events.get(0).getBody());
    assertEquals("de0123456789", events.get(1).getBody());
  }

  @Test
  void aQueryStringMayBeAsLongAsTheFunctionTakesIt() throws Exception {
    String query = "x".repeat(32_768);
    assertEquals(200, get("/comments?" + query).statusCode());
    assertEquals(query, events.getFirst().getRawQueryString());
  }

  @Test
  void headersAreLowerCaseAndJoinedByCommas() throws Exception {
    raw("GET / HTTP/1.1\r\nHost: localhost\r\nX-Two: a\r\nx-tWo: b\r\nConnection: close\r\n\r\n");

    assertEquals("a,b", events.getFirst().getHeaders().get("x-two"));
    assertEquals("localhost", events.getFirst().getRequestContext().getDomainName());
  }

  @Test
  void textBodyIsHandedOverAsTextAndAnyOtherAsBase64() throws Exception {
    post("application/json", "{\"a\":\"é\"}".getBytes(UTF_8));
    post("application/octet-stream", new byte[] {0, -1});

    assertEquals("{\"a\":\"é\"}", events.get(0).getBody());
    assertFalse(events.get(0).getIsBase64Encoded());
    assertEquals("AP8=", events.get(1).getBody());
    assertTrue(events.get(1).getIsBase64Encoded());
  }

  @Test
  void answerBecomesTheResponse() throws Exception {
    answer =
        _ ->
            APIGatewayV2HTTPResponse.builder()
                .withStatusCode(404)
                .withHeaders(
                    Map.of("Content-Type", "application/problem+json", "Link", "</a>; rel=\"x\""))
                .withCookies(List.of("a=1", "b=2"))
                .withBody("{\"title\":\"é\"}")
                .build();

    HttpResponse<byte[]> response = get("/nothing");

    assertEquals(404, response.statusCode());
    assertEquals(
        "application/problem+json", response.headers().firstValue("content-type").orElseThrow());
    assertEquals("</a>; rel=\"x\"", response.headers().firstValue("link").orElseThrow());
    assertEquals(List.of("a=1", "b=2"), response.headers().allValues("set-cookie"));
    assertEquals("{\"title\":\"é\"}", new String(response.body(), UTF_8));
  }

  @Test
  void base64BodyIsDecoded() throws Exception {
    answer =
        _ ->
            APIGatewayV2HTTPResponse.builder()
                .withStatusCode(200)
                .withIsBase64Encoded(true)
                .withBody(Base64.getEncoder().encodeToString(new byte[] {0, -1}))
                .build();

    assertArrayEquals(new byte[] {0, -1}, get("/").body());
  }

  @Test
  void headRequestGetsTheHeadersAlone() throws Exception {
    answer = _ -> response(200, "{\"a\":1}");

    HttpResponse<byte[]> response =
        client.send(
            request("/").method("HEAD", HttpRequest.BodyPublishers.noBody()).build(),
            BodyHandlers.ofByteArray());

    assertEquals("7", response.headers().firstValue("content-length").orElseThrow());
    assertEquals(0, response.body().length);
  }

  @Test
  void answerWithoutBodyIsAnEmptyResponse() throws Exception {
    answer = _ -> APIGatewayV2HTTPResponse.builder().withStatusCode(204).build();

    HttpResponse<byte[]> response = get("/");

    assertEquals(204, response.statusCode());
    assertEquals(0, response.body().length);
  }

  @Test
  void exceptionOfTheFunctionIsA500WithoutDetails() throws Exception {
    answer =
        _ -> {
          throw new IllegalStateException("secret");
        };

    assertInternalServerError(get("/"));
    assertEquals(List.of("The API function failed: java.lang.IllegalStateException: secret"), log);
  }

  @Test
  void answerWithoutAStatusIsA500() throws Exception {
    answer = _ -> APIGatewayV2HTTPResponse.builder().withBody("x").build();
    assertInternalServerError(get("/"));

    answer = _ -> null;
    assertInternalServerError(get("/"));
  }

  @Test
  void tooLargeABodyIsRefused() throws Exception {
    HttpResponse<byte[]> response = post("text/plain", new byte[1024 * 1024 + 1]);

    assertEquals(413, response.statusCode());
    assertTrue(events.isEmpty());
  }

  @Test
  void bindFailsIfThePortIsInUse() {
    assertThrows(BindException.class, () -> HttpFront.bind(front.port()));
  }

  @Test
  void onlyLoopbackIsServed() throws Exception {
    for (NetworkInterface network : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      for (InetAddress address : Collections.list(network.getInetAddresses())) {
        if (!address.getHostAddress().equals("127.0.0.1")) {
          assertThrows(
              ConnectException.class,
              () -> new Socket(address, front.port()).close(),
              () -> "served on " + address);
        }
      }
    }
    assertEquals(200, get("/").statusCode());
  }

  private static void assertInternalServerError(HttpResponse<byte[]> response) {
    assertEquals(500, response.statusCode());
    assertEquals("{\"message\":\"Internal Server Error\"}", new String(response.body(), UTF_8));
  }

  private static APIGatewayV2HTTPResponse response(int status, String body) {
    return APIGatewayV2HTTPResponse.builder().withStatusCode(status).withBody(body).build();
  }

  private HttpRequest.Builder request(String target) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + front.port() + target))
        .header("User-Agent", "test/1");
  }

  private HttpResponse<byte[]> get(String target) throws Exception {
    return client.send(request(target).build(), BodyHandlers.ofByteArray());
  }

  private HttpResponse<byte[]> post(String type, byte[] body) throws Exception {
    return client.send(
        request("/")
            .header("Content-Type", type)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build(),
        BodyHandlers.ofByteArray());
  }

  private String raw(String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), front.port())) {
      socket.getOutputStream().write(request.getBytes(US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), US_ASCII);
    }
  }
}
