package pagemark.local.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import pagemark.key.Bytes;

/// An HTTP/1.1 server on 127.0.0.1. It has its port from the start on, and serves when told to.
public final class HttpFront implements AutoCloseable {
  private static final int BODY_BYTES_MAX = 1024 * 1024;
  private static final int REQUESTS_MAX = 256;

  private final HttpServer server;
  private final ExecutorService threads;
  private final Semaphore permits = new Semaphore(REQUESTS_MAX);

  private HttpFront(HttpServer server, ExecutorService threads) {
    this.server = server;
    this.threads = threads;
  }

  /// @param port 0 means any free one
  /// @throws IOException where the port is in use
  public static HttpFront bind(int port) throws IOException {
    // Without it an answer of two packets waits 40 ms for the client's acknowledgement.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    HttpServer server = HttpServer.create(new InetSocketAddress(loopback, port), REQUESTS_MAX);
    return new HttpFront(server, Executors.newVirtualThreadPerTaskExecutor());
  }

  public int port() {
    return server.getAddress().getPort();
  }

  /// Answers every request by `route` from now on.
  ///
  /// @param log takes a line if the route fails; the client then gets a 500
  public void serve(Route route, Consumer<String> log) {
    server.createContext("/", exchange -> exchange(exchange, logged(route, log)));
    server.setExecutor(threads);
    server.start();
  }

  private static Route logged(Route route, Consumer<String> log) {
    return request -> {
      try {
        return route.answer(request);
      } catch (RuntimeException e) {
        log.accept("A request failed: " + e);
        return Reply.message(500, "Internal Server Error");
      }
    };
  }

  /// Returns at once; requests in hand lose their connection.
  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void exchange(HttpExchange exchange, Route route) throws IOException {
    try (exchange) {
      send(exchange, permits.tryAcquire() ? admitted(exchange, route) : tooMany());
    }
  }

  private Reply admitted(HttpExchange exchange, Route route) throws IOException {
    try {
      byte[] body = exchange.getRequestBody().readNBytes(BODY_BYTES_MAX + 1);
      return body.length > BODY_BYTES_MAX
          ? Reply.message(413, "Request Entity Too Large")
          : route.answer(Request.of(exchange, Bytes.of(body)));
    } finally {
      permits.release();
    }
  }

  private static Reply tooMany() {
    return Reply.message(429, "Too Many Requests");
  }

  private static void send(HttpExchange exchange, Reply reply) throws IOException {
    reply.headers().forEach((name, values) -> exchange.getResponseHeaders().put(name, values));
    byte[] body = reply.body().toArray();
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.getResponseHeaders().put("Content-Length", List.of("" + body.length));
      exchange.sendResponseHeaders(reply.status(), -1);
    } else if (body.length == 0) {
      exchange.sendResponseHeaders(reply.status(), -1);
    } else {
      exchange.sendResponseHeaders(reply.status(), body.length);
      exchange.getResponseBody().write(body);
    }
  }
}
