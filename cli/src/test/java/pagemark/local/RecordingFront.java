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
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// A proxy in front of DynamoDB. It records the operations, and can answer one of them as AWS does
/// if a right is missing.
final class RecordingFront implements AutoCloseable {
  final Set<String> operations = new ConcurrentSkipListSet<>();

  private final HttpServer server;
  private final HttpClient client = HttpClient.newHttpClient();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private volatile String denied = "";
  private volatile String code = "";

  RecordingFront(URI behind) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", exchange -> answer(exchange, behind));
    server.start();
  }

  URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /// Answers an operation with the code of an error from now on.
  void deny(String operation, String errorCode) {
    denied = operation;
    code = errorCode;
  }

  private void answer(HttpExchange exchange, URI behind) throws IOException {
    String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
    String operation = target.substring(target.indexOf('.') + 1);
    operations.add(operation);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(behind.resolve("/"))
            .POST(HttpRequest.BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()));
    for (String name : List.of("X-Amz-Target", "Content-Type", "Authorization")) {
      request.header(name, exchange.getRequestHeaders().getFirst(name));
    }
    int status = 400;
    byte[] body =
        "{\"__type\":\"com.amazon.coral.service#%s\",\"message\":\"no\"}"
            .formatted(code)
            .getBytes(UTF_8);
    if (!operation.equals(denied)) {
      HttpResponse<byte[]> response =
          client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofByteArray()).join();
      status = response.statusCode();
      body = response.body();
    }
    exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
    client.close();
  }
}
