package pagemark.local.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/// A server on another port with the page's files, as docs/client.md says: without those that need
/// the local stack, and with the `settings.js` that it shows, for this API.
final class CopiedPage implements AutoCloseable {
  private static final Set<String> LEFT_AWAY = Set.of("stack.js");
  private static final Map<String, String> TYPES =
      Map.of("js", "text/javascript", "css", "text/css", "svg", "image/svg+xml");

  private final HttpServer server;
  private final String settings;

  private CopiedPage(HttpServer server, String settings) {
    this.server = server;
    this.settings = settings;
  }

  static CopiedPage of(URI api) throws IOException {
    String block = Files.readString(Path.of("..", "examples", "page", "settings.js"));
    String settings = block.replaceFirst("https://[^\"]*", api.toString().replaceFirst("/$", ""));
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    CopiedPage page = new CopiedPage(server, settings);
    server.createContext("/", page::answer);
    server.start();
    return page;
  }

  URI url() {
    return URI.create("http://localhost:%d/".formatted(server.getAddress().getPort()));
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath().substring(1);
    String name = path.isEmpty() ? "index.html" : path;
    byte[] content = content(name);
    String type = TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "text/html");
    exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
    exchange.sendResponseHeaders(content.length == 0 ? 404 : 200, Math.max(content.length, 1));
    exchange.getResponseBody().write(content.length == 0 ? new byte[1] : content);
    exchange.close();
  }

  private byte[] content(String name) throws IOException {
    if (name.equals("settings.js")) {
      return settings.getBytes(UTF_8);
    }
    try (InputStream file = WebPage.Files.class.getResourceAsStream(name)) {
      return file == null || LEFT_AWAY.contains(name) ? new byte[0] : file.readAllBytes();
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
