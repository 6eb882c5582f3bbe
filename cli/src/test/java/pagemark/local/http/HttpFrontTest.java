package pagemark.local.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.local.http.HttpFront.Reply;

/// Sends requests to the front, and checks its answers and refusals.
final class HttpFrontTest extends OpenFront {
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
  void partsAreSentAsSoonAsTheyAreThereAndNoneOnceTheClientIsGone() throws Exception {
    BlockingQueue<String> made = new LinkedBlockingQueue<>();
    Semaphore allowed = new Semaphore(2);
    Iterable<Bytes> endless =
        () ->
            Stream.generate(
                    () -> {
                      allowed.acquireUninterruptibly();
                      made.add("line");
                      return Bytes.utf8("line\n");
                    })
                .iterator();
    try (HttpFront open = HttpFront.bind(0)) {
      open.serve(request -> Reply.inParts(200, Map.of(), endless), log::add);
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), open.port())) {
        socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(ISO_8859_1));
        StringBuilder got = new StringBuilder();
        while (!got.toString().endsWith("5\r\nline\n\r\n5\r\nline\n\r\n")) {
          got.append((char) socket.getInputStream().read());
        }
        assertTrue(got.toString().contains("Transfer-Encoding: chunked\r\n"), got.toString());
      }
      made.clear();
      allowed.release(100_000);
      while (made.poll(1, TimeUnit.SECONDS) != null) {
        // The system takes some parts before it knows that the client is gone.
      }
      assertTrue(allowed.availablePermits() > 0, "all were made");
    }
    assertEquals(List.of(), List.copyOf(log));
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

  /// The story: the front took each byte for a character, and the group `été` was one of no items.
  @Test
  void rawUtf8IsReadAndOtherBytesAreRefused() throws Exception {
    raw("GET /x?group=été HTTP/1.0\r\n\r\n", UTF_8);
    assertEquals("group=été", events.getLast().getRawQueryString());
    String refused = raw("GET /x?group=été HTTP/1.0\r\n\r\n", ISO_8859_1);
    assertTrue(refused.startsWith("HTTP/1.1 400 "), refused);
    assertEquals(1, events.size());
  }

  @Test
  void noAnswerLetsABrowserGuessItsType() throws Exception {
    for (String request :
        List.of("GET / HTTP/1.0\r\n\r\n", "GET /%zz HTTP/1.1\r\n\r\n", "hello\r\n\r\n")) {
      String reply = raw(request);
      assertTrue(reply.contains("X-Content-Type-Options: nosniff\r\n"), reply);
    }
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
    assertEquals(Bytes.utf8("abc"), requests.get(0).body());
    assertEquals(Bytes.utf8("de0123456789"), requests.get(1).body());
  }

  @Test
  void answerBecomesTheResponse() throws Exception {
    answer =
        _ ->
            APIGatewayV2HTTPResponse.builder()
                .withStatusCode(404)
                .withHeaders(
                    Map.of("Content-Type", "application/problem+json", "Link", "</a>; rel=\"x\""))
                .withBody("{\"title\":\"é\"}")
                .build();

    HttpResponse<byte[]> response = get("/nothing");

    assertEquals(404, response.statusCode());
    assertEquals(
        "application/problem+json", response.headers().firstValue("content-type").orElseThrow());
    assertEquals("</a>; rel=\"x\"", response.headers().firstValue("link").orElseThrow());
    assertEquals("{\"title\":\"é\"}", new String(response.body(), UTF_8));
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

  /// The function leaves the body out itself, so the front does not know its length.
  @Test
  void headRequestWhoseBodyIsLeftOutHasNoLength() throws Exception {
    answer = _ -> APIGatewayV2HTTPResponse.builder().withStatusCode(200).build();

    HttpResponse<byte[]> response =
        client.send(
            request("/").method("HEAD", HttpRequest.BodyPublishers.noBody()).build(),
            BodyHandlers.ofByteArray());

    assertEquals(Optional.empty(), response.headers().firstValue("content-length"));
    assertEquals("0", get("/").headers().firstValue("content-length").orElseThrow());
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
}
