package pagemark.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.Socket;

/// A question whose answer's first bytes tell that a server is ready.
record Probe(String question, String answer) {
  private static final int TIMEOUT_MILLIS = 1_000;

  /// False too where nobody listens on the port, or says nothing for a second.
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
