package pagemark.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.Socket;

/// A request that tells whether a server is ready, by the first bytes of the answer.
record Probe(String question, String answer) {
  private static final int TIMEOUT_MILLIS = 1_000;

  /// Whether the server on `port` gives the answer. False if nobody listens, or nothing comes for a
  /// second.
  boolean isAnsweredOn(int port) {
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.connect(Ports.address(port), TIMEOUT_MILLIS);
      socket.getOutputStream().write(question.getBytes(US_ASCII));
      byte[] start = socket.getInputStream().readNBytes(answer.length());
      return answer.equals(new String(start, US_ASCII));
    } catch (IOException e) {
      return false;
    }
  }
}
