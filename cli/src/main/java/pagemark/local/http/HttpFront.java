package pagemark.local.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

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
}
