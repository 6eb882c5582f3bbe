package pagemark.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/// A proxy in front of DynamoDB. It records the operations, and can answer one of them as AWS does
/// if a right is missing.
final class RecordingFront implements AutoCloseable {
  private static final Set<String> OWN_HEADERS =
      Set.of("host", "content-length", "connection", "expect", "upgrade", "transfer-encoding");

  private final URI behind;
  private final HttpServer server;
  private final HttpClient client = HttpClient.newHttpClient();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Set<String> operations = new ConcurrentSkipListSet<>();
  private volatile @Nullable String denied;
  private volatile String code = "AccessDeniedException";

  private RecordingFront(URI behind, HttpServer server) {
    this.behind = behind;
    this.server = server;
  }

  static RecordingFront before(URI behind) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
    RecordingFront front = new RecordingFront(behind, server);
    server.setExecutor(front.threads);
    server.createContext("/", front::answer);
    server.start();
    return front;
  }

  URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /// All operations so far.
  Set<String> operations() {
    return new TreeSet<>(operations);
  }

  /// Answers an operation with an error from now on.
  ///
  /// @param operation the operation
  /// @param errorCode the code of the error
  void deny(String operation, String errorCode) {
    denied = operation;
    code = errorCode;
  }

  private void answer(HttpExchange exchange) throws IOException {
    String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
    String operation = target.substring(target.indexOf('.') + 1);
    operations.add(operation);
    try (exchange) {
      byte[] request = exchange.getRequestBody().readAllBytes();
      if (operation.equals(denied)) {
        String type = "com.amazon.coral.service#" + code;
        send(
            exchange,
            400,
            "{\"__type\":\"%s\",\"message\":\"no\"}".formatted(type).getBytes(UTF_8));
      } else {
        HttpResponse<byte[]> response = forward(exchange, request);
        send(exchange, response.statusCode(), response.body());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private HttpResponse<byte[]> forward(HttpExchange exchange, byte[] body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(behind.resolve("/")).POST(BodyPublishers.ofByteArray(body));
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> {
              if (!OWN_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
              }
            });
    return client.send(request.build(), BodyHandlers.ofByteArray());
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
    client.close();
  }
}
