package pagemark.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// Stands between a function and a server, knows their connections, and cuts them.
final class CutProxy implements AutoCloseable {
  private static final int CONNECTIONS_MAX = 256;

  private final URI target;
  private final ServerSocket listener;
  private final Set<Link> links = ConcurrentHashMap.newKeySet();
  private final AtomicInteger accepted = new AtomicInteger();

  private record Link(Socket client, Socket server) {
    /// As where the other side has been gone for long: it answers with a reset.
    void cut() {
      for (Socket socket : new Socket[] {client, server}) {
        try {
          socket.setSoLinger(true, 0);
          socket.close();
        } catch (IOException e) {
          // it is gone already
        }
      }
    }
  }

  private CutProxy(URI target, ServerSocket listener) {
    this.target = target;
    this.listener = listener;
  }

  static CutProxy to(URI target) throws IOException {
    ServerSocket listener = new ServerSocket(0, 128, InetAddress.getLoopbackAddress());
    CutProxy proxy = new CutProxy(target, listener);
    Thread.startVirtualThread(proxy::accept);
    return proxy;
  }

  /// Where the function finds the server.
  String uri() {
    return target.getScheme() + "://127.0.0.1:" + listener.getLocalPort();
  }

  /// How many connections there are.
  int open() {
    return links.size();
  }

  /// How many there have been.
  int accepted() {
    return accepted.get();
  }

  void cut() {
    links.forEach(Link::cut);
  }

  private void accept() {
    try {
      while (!listener.isClosed() && links.size() < CONNECTIONS_MAX) {
        Socket client = listener.accept();
        Link link = new Link(client, new Socket(target.getHost(), target.getPort()));
        links.add(link);
        accepted.incrementAndGet();
        Thread.startVirtualThread(() -> pump(link, link.client(), link.server()));
        Thread.startVirtualThread(() -> pump(link, link.server(), link.client()));
      }
    } catch (IOException e) {
      cut();
    }
  }

  private void pump(Link link, Socket from, Socket to) {
    try {
      InputStream in = from.getInputStream();
      in.transferTo(to.getOutputStream());
    } catch (IOException e) {
      // a side has gone
    } finally {
      link.cut();
      links.remove(link);
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    cut();
  }
}
