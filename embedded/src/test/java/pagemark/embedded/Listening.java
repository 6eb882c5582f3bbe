package pagemark.embedded;

import static java.util.function.Predicate.not;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Who can reach a port.
final class Listening {
  /// As `/proc/net/tcp` and `/proc/net/tcp6` write 127.0.0.1 on a little-endian machine.
  private static final Set<String> LOOPBACK =
      Set.of("0100007F", "0000000000000000FFFF00000100007F");

  private static final int TIMEOUT_MILLIS = 500;

  private Listening() {}

  static void assertOnLoopbackOnly(int port) throws IOException {
    if (Files.exists(Path.of("/proc/net/tcp"))) {
      Set<String> addresses = listeningAddresses(port);
      assertFalse(addresses.isEmpty());
      assertEquals(Set.of(), difference(addresses), "addresses other than loopback");
    }
    NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(not(InetAddress::isLoopbackAddress))
        .forEach(address -> assertFalse(accepts(address, port), address + " is open"));
  }

  static boolean accepts(InetAddress address, int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address, port), TIMEOUT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static Set<String> difference(Set<String> addresses) {
    Set<String> others = new TreeSet<>(addresses);
    others.removeAll(LOOPBACK);
    return others;
  }

  private static Set<String> listeningAddresses(int port) throws IOException {
    Set<String> addresses = new TreeSet<>();
    for (String table : new String[] {"/proc/net/tcp", "/proc/net/tcp6"}) {
      if (Files.exists(Path.of(table))) {
        collect(Path.of(table), port, addresses);
      }
    }
    return addresses;
  }

  private static void collect(Path table, int port, Set<String> addresses) throws IOException {
    String end = ":%04X".formatted(port);
    try (Stream<String> sockets = Files.lines(table)) {
      sockets
          .map(line -> line.strip().split("\\s+"))
          .filter(fields -> fields[3].equals("0A") && fields[1].endsWith(end))
          .forEach(fields -> addresses.add(fields[1].substring(0, fields[1].length() - 5)));
    }
  }
}
