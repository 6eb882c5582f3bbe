package pagemark.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// Chooses TCP ports on 127.0.0.1.
public final class Ports {
  static final String HOST = "127.0.0.1";

  /// A Redis cluster node also listens on the port this far above its own.
  private static final int BUS_OFFSET = 10_000;

  private static final int PORT_MAX = 65_535;
  private static final int PICKS_MAX = 100;
  private static final int STARTS_MAX = 3;

  private Ports() {}

  /// Starts a server on `port`, or on any free port if it is 0. If the server then loses a free
  /// port to another process before it starts, another port is tried, 3 in all.
  public static <S> S start(int port, IntFunction<S> server) {
    if (port == 0) {
      return startAnywhere(server);
    }
    if (!isFree(port)) {
      throw new ServerStartException("Port " + port + " is in use: free it or name another");
    }
    return server.apply(port);
  }

  static InetSocketAddress address(int port) {
    return new InetSocketAddress(InetAddress.ofLiteral(HOST), port);
  }

  static int requireValid(int port) {
    if (port < 0 || port > PORT_MAX) {
      throw new IllegalArgumentException("Port " + port + " is not in 0.." + PORT_MAX);
    }
    return port;
  }

  private static <S> S startAnywhere(IntFunction<S> server) {
    for (int start = 1; ; start++) {
      int port = anyFree();
      try {
        return server.apply(port);
      } catch (ServerStartException e) {
        if (start == STARTS_MAX || isFreeWithBus(port)) {
          throw e;
        }
      }
    }
  }

  private static int anyFree() {
    return IntStream.generate(Ports::ephemeral)
        .limit(PICKS_MAX)
        .filter(Ports::isFreeWithBus)
        .findFirst()
        .orElseThrow(() -> new ServerStartException("No free port found on " + HOST));
  }

  private static int ephemeral() {
    try (ServerSocket socket = bind(0)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new ServerStartException("No free port on " + HOST, e);
    }
  }

  private static boolean isFreeWithBus(int port) {
    return port + BUS_OFFSET <= PORT_MAX && isFree(port) && isFree(port + BUS_OFFSET);
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = bind(port)) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  private static ServerSocket bind(int port) throws IOException {
    ServerSocket socket = new ServerSocket();
    socket.bind(address(port));
    return socket;
  }
}
