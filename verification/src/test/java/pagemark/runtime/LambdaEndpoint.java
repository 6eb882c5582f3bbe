package pagemark.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;

/// Lambda's own API as far as one function calls another, and waits for its answer. It takes signed
/// requests only, and does not look at their signatures.
final class LambdaEndpoint implements AutoCloseable {
  interface Function {
    String invoke(String event) throws Exception;
  }

  private final HttpServer server;

  /// @param name the only function that can be called
  LambdaEndpoint(String name, Function function) {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String path = "/2015-03-31/functions/" + name + "/invocations";
    server.createContext(path, exchange -> answer(exchange, function));
    server.start();
  }

  private static void answer(HttpExchange exchange, Function function) throws IOException {
    try (exchange) {
      String event = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      String signature = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
      if (!signature.contains("/lambda/aws4_request")) {
        exchange.sendResponseHeaders(403, -1);
        return;
      }
      byte[] answer = function.invoke(event).getBytes(UTF_8);
      exchange.sendResponseHeaders(200, answer.length);
      exchange.getResponseBody().write(answer);
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
