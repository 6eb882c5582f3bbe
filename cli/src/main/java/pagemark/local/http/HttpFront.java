package pagemark.local.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URLDecoder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;

/// An HTTP/1.1 server on 127.0.0.1. It takes its port when it is made, and answers once [#serve] is
/// called.
///
/// It passes on every target as the client wrote it, as API Gateway does. The JDK's own server
/// answers some targets itself, with HTML: `//`, `//a`, or a query that holds `|`.
///
/// It answers 256 requests at a time and refuses others with 429; it holds 1,024 connections and
/// closes one that is silent for a minute.
public final class HttpFront implements AutoCloseable {
  private static final int REQUESTS_MAX = 256;
  private static final int CONNECTIONS_MAX = 1_024;

  /// How long a client may keep a connection without sending anything.
  private static final int IDLE_MILLIS_MAX = 60_000;

  private final ServerSocket server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
  private final Semaphore permits = new Semaphore(REQUESTS_MAX);

  private HttpFront(ServerSocket server) {
    this.server = server;
  }

  /// @param port 0 for any free port
  /// @throws IOException if the port is in use
  public static HttpFront bind(int port) throws IOException {
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    return new HttpFront(new ServerSocket(port, REQUESTS_MAX, loopback));
  }

  public int port() {
    return server.getLocalPort();
  }

  /// Answers every request by `route` from now on.
  ///
  /// @param log takes a line if the route fails; the client then gets a 500
  public void serve(Route route, Consumer<String> log) {
    Route cors = new CorsRoute(route);
    Route limited = request -> limited(cors, log, request);
    threads.execute(() -> accept(limited));
  }

  private Reply limited(Route route, Consumer<String> log, Request request) {
    if (!permits.tryAcquire()) {
      return Reply.message(429, "Too Many Requests");
    }
    try {
      return route.answer(request);
    } catch (RuntimeException e) {
      log.accept("A request failed: " + e);
      return Reply.message(500, "Internal Server Error");
    } finally {
      permits.release();
    }
  }

  /// Accepts connections until the front is closed.
  private void accept(Route route) {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        connections.add(socket);
        threads.execute(() -> serve(socket, route));
      } catch (IOException | RejectedExecutionException e) {
        // The front is closed, or a client was gone before it was accepted.
      }
    }
  }

  private void serve(Socket socket, Route route) {
    try (socket) {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(IDLE_MILLIS_MAX);
      if (connections.size() <= CONNECTIONS_MAX) {
        new Connection(socket, route).serve();
      }
    } catch (IOException e) {
      // The client is gone, or sends nothing any more.
    } finally {
      connections.remove(socket);
    }
  }

  /// Closes the port and all connections, and returns at once. Requests in progress get no answer.
  @Override
  public void close() {
    close(server);
    connections.forEach(HttpFront::close);
    threads.shutdownNow();
  }

  private static void close(AutoCloseable socket) {
    try {
      socket.close();
    } catch (Exception e) {
      // The socket is gone either way.
    }
  }

  /// Lets scripts of other pages on this machine read pages, facets, the description and `/health`,
  /// as `CorsOrigins` does for a deployed API. It adds the headers of CORS to the answers, and
  /// answers preflight requests itself.
  ///
  /// Nothing below `/local/` gets these headers, so that browsers keep the stack's items from the
  /// scripts of other pages.
  ///
  /// @param route answers all requests but preflights
  record CorsRoute(Route route) implements Route {
    private static final Pattern LOCAL =
        Pattern.compile("(?i)https?://(localhost|127\\.0\\.0\\.1|\\[::1])(:[0-9]{1,5})?");
    private static final Map<String, List<String>> PREFLIGHT =
        Map.of(
            "Access-Control-Allow-Methods", List.of("GET, HEAD"),
            "Access-Control-Allow-Headers", List.of("authorization, if-none-match"),
            "Access-Control-Max-Age", List.of("3600"));
    private static final Map<String, List<String>> EXPOSED =
        Map.of(
            "Access-Control-Expose-Headers",
            List.of("etag, link, retry-after, server-timing, pagemark-cost, x-total-count"));

    @Override
    public Reply answer(Request request) {
      if (request.path().startsWith("/local/")) {
        return route.answer(request);
      }
      boolean isPreflight =
          request.method().equals("OPTIONS")
              && request.headers().containsKey("access-control-request-method")
              && isLocal(request);
      return isPreflight
          ? with(request, PREFLIGHT, new Reply(204, Map.of(), Bytes.utf8("")))
          : with(request, EXPOSED, route.answer(request));
    }

    private static boolean isLocal(Request request) {
      return LOCAL.matcher(request.headers().getOrDefault("origin", "")).matches();
    }

    /// Adds `Vary` even if there is no origin: a cache must not give that answer to a page that
    /// needs the other headers.
    private static Reply with(Request request, Map<String, List<String>> cors, Reply reply) {
      Map<String, List<String>> headers = new LinkedHashMap<>(reply.headers());
      headers.put("Vary", List.of("Origin"));
      if (isLocal(request)) {
        headers.put("Access-Control-Allow-Origin", List.of(request.headers().get("origin")));
        headers.putAll(cors);
      }
      return reply.with(headers);
    }
  }

  /// Answers requests.
  @FunctionalInterface
  public interface Route {
    /// Answers a request. Many threads call it at once.
    Reply answer(Request request);
  }

  /// Refuses requests whose Host is not this stack, so that a web page whose name resolves to this
  /// machine (DNS rebinding) reads nothing.
  ///
  /// @param route answers all others
  /// @param port the port of the HTTP front
  /// @param name one more name that a proxy or a tunnel gives this stack, with any port; null for
  ///   none
  public record HostRoute(Route route, int port, @Nullable String name) implements Route {
    private static final List<String> NAMES = List.of("localhost", "127.0.0.1", "[::1]");

    @Override
    public Reply answer(Request request) {
      String host = request.headers().getOrDefault("host", "");
      boolean isOwn = NAMES.stream().anyMatch(own -> host.equalsIgnoreCase(own + ":" + port));
      return isOwn || isNamed(host)
          ? route.answer(request)
          : Reply.message(
              403,
              "the request's Host is not this stack. Valid Host: localhost:%d, or that of --host-name"
                  .formatted(port));
    }

    private boolean isNamed(String host) {
      return name != null && host.replaceFirst(":[0-9]{1,5}$", "").equalsIgnoreCase(name);
    }
  }

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

  /// A request as the client sent it.
  ///
  /// @param path decoded, and cut at the first `?` that decoding brings
  /// @param query the part behind the first `?`, verbatim; empty if there is none
  /// @param headers by lower-case name; several headers of one name are joined by commas
  public record Request(
      String method, String path, String query, Map<String, String> headers, Bytes body) {

    /// @param target as the client wrote it: a path, or a whole URL
    /// @throws IllegalArgumentException if the path is not percent-encoded
    static Request of(String method, String target, Map<String, String> headers, Bytes body) {
      String relative = target.replaceFirst("^(?i)https?://[^/?]*", "");
      int queryAt = relative.indexOf('?');
      return new Request(
          method,
          decodedPath(queryAt < 0 ? relative : relative.substring(0, queryAt)),
          queryAt < 0 ? "" : relative.substring(queryAt + 1),
          headers,
          body);
    }

    private static String decodedPath(String rawPath) {
      return URLDecoder.decode(rawPath.replace("+", "%2B"), UTF_8).replaceFirst("(?s)\\?.*", "");
    }
  }
}
