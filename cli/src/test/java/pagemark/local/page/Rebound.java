package pagemark.local.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;

/// A page whose name resolves to this machine. Everything but its requests' Host looks like the
/// stack's own page.
final class Rebound {
  private Rebound() {}

  static String send(int port, String start, String body) throws IOException {
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    try (Socket socket = new Socket(loopback, port)) {
      String host = "rebound.example:" + port;
      List<String> lines =
          List.of(
              start + " HTTP/1.1",
              "Host: " + host,
              "Origin: http://" + host,
              "Sec-Fetch-Site: same-origin",
              "Content-Type: application/json",
              "Content-Length: " + body.length(),
              "Connection: close",
              "",
              body);
      socket.getOutputStream().write(String.join("\r\n", lines).getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }
}
