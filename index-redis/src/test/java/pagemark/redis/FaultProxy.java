package pagemark.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Stands between clients and one server, and breaks their connections as networks and failing
/// servers do. Servers of a cluster are not for it: they tell clients their own addresses.
public final class FaultProxy implements AutoCloseable {
  private static final int CONNECTIONS_MAX = 256;
  private static final int CHUNK = 16_384;
  private static final int BULK_MAX = 64_000_000;

  private final URI target;
  private final ServerSocket listener;
  private final Set<Link> links = ConcurrentHashMap.newKeySet();
  private final AtomicInteger repliesToLose = new AtomicInteger();
  private final AtomicInteger injected = new AtomicInteger();
  private final AtomicInteger lost = new AtomicInteger();
  private final AtomicInteger accepted = new AtomicInteger();
  private final Object gate = new Object();
  private boolean frozen;
  private volatile Duration delay = Duration.ZERO;
  private volatile @Nullable String error;

  private FaultProxy(URI target, ServerSocket listener) {
    this.target = target;
    this.listener = listener;
  }

  /// Starts a proxy without faults, on any free port.
  ///
  /// @param target such as `redis://127.0.0.1:6379`
  public static FaultProxy to(URI target) {
    try {
      InetAddress loopback = InetAddress.getLoopbackAddress();
      FaultProxy proxy = new FaultProxy(target, new ServerSocket(0, 128, loopback));
      Thread.startVirtualThread(proxy::accept);
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The URL for clients.
  public URI uri() {
    return URI.create(target.getScheme() + "://127.0.0.1:" + listener.getLocalPort());
  }

  /// Resets every connection. New ones work.
  public void cut() {
    links.forEach(Link::reset);
  }

  /// Stops all traffic until [#thaw]. Connections stay open.
  public void freeze() {
    synchronized (gate) {
      frozen = true;
    }
  }

  /// Ends [#freeze].
  public void thaw() {
    synchronized (gate) {
      frozen = false;
      gate.notifyAll();
    }
  }

  /// Existing connections carry nothing any more and stay open, as if a firewall had forgotten
  /// them. New connections work.
  public void forget() {
    links.forEach(link -> link.forgotten = true);
  }

  /// Delays every part of a reply from now on.
  public void delay(Duration replies) {
    delay = replies;
  }

  /// Loses the next `count` replies to scripts: the server has run the script, and the connection
  /// breaks. If several calls were sent together, the later ones may not have run.
  public void loseReplies(int count) {
    repliesToLose.set(count);
  }

  /// The number of replies that were lost so far.
  public int lost() {
    return lost.get();
  }

  /// Answers each script with this error from now on, without calling it. Null ends that.
  ///
  /// @param message such as `LOADING Redis is loading the dataset in memory`
  public void answerScripts(@Nullable String message) {
    error = message;
  }

  /// The number of calls that were answered with an error.
  public int injected() {
    return injected.get();
  }

  /// The number of connections.
  public int connections() {
    return links.size();
  }

  /// The number of connections that there have been.
  public int accepted() {
    return accepted.get();
  }

  private void accept() {
    try {
      while (!listener.isClosed()) {
        Socket client = listener.accept();
        if (links.size() >= CONNECTIONS_MAX) {
          client.close();
          continue;
        }
        connect(client);
      }
    } catch (IOException e) {
      cut();
    }
  }

  private void connect(Socket client) {
    try {
      Link link = new Link(client, new Socket(target.getHost(), target.getPort()));
      links.add(link);
      accepted.incrementAndGet();
      Thread.startVirtualThread(() -> link.run(link::requests));
      Thread.startVirtualThread(() -> link.run(link::replies));
    } catch (IOException e) {
      Link.reset(client);
    }
  }

  private void awaitThaw() throws InterruptedException {
    synchronized (gate) {
      while (frozen) {
        gate.wait();
      }
    }
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    cut();
    thaw();
  }

  private interface Pump {
    void run() throws IOException, InterruptedException;
  }

  private final class Link {
    private final Socket client;
    private final Socket server;
    private volatile boolean forgotten;
    private volatile boolean scripted;

    Link(Socket client, Socket server) {
      this.client = client;
      this.server = server;
    }

    void run(Pump pump) {
      try {
        pump.run();
      } catch (IOException e) {
        // a side has gone
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        if (!forgotten) {
          reset();
        }
      }
    }

    /// Resets the connection on both sides.
    void reset() {
      links.remove(this);
      reset(client);
      reset(server);
    }

    private static void reset(Socket socket) {
      try {
        socket.setSoLinger(true, 0);
        socket.close();
      } catch (IOException e) {
        // it is gone already
      }
    }

    /// Forwards one command at a time, so that the proxy can answer instead of the server.
    void requests() throws IOException, InterruptedException {
      InputStream in = new BufferedInputStream(client.getInputStream(), CHUNK);
      OutputStream out = server.getOutputStream();
      if (!target.getScheme().equals("redis")) {
        in.transferTo(out);
        return;
      }
      for (Command command = Command.read(in); command != null; command = Command.read(in)) {
        awaitThaw();
        String message = error;
        if (forgotten) {
          continue;
        }
        if (message != null && command.isScript()) {
          injected.incrementAndGet();
          client.getOutputStream().write(("-" + message + "\r\n").getBytes(US_ASCII));
        } else {
          scripted |= command.isScript();
          command.bytes().writeTo(out);
        }
      }
    }

    void replies() throws IOException, InterruptedException {
      InputStream in = server.getInputStream();
      OutputStream out = client.getOutputStream();
      byte[] chunk = new byte[CHUNK];
      for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
        awaitThaw();
        Thread.sleep(delay);
        if (scripted && repliesToLose.getAndUpdate(count -> Math.max(0, count - 1)) > 0) {
          lost.incrementAndGet();
          return;
        }
        if (!forgotten) {
          out.write(chunk, 0, length);
        }
      }
    }
  }

  /// A request as clients send it: an array of byte strings.
  private record Command(String name, ByteArrayOutputStream bytes) {
    boolean isScript() {
      return Set.of("EVAL", "EVALSHA").contains(name);
    }

    /// Reads a request. Null if the client is gone.
    static @Nullable Command read(InputStream in) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      String header = line(in, bytes);
      if (header == null || !header.startsWith("*")) {
        return null;
      }
      String name = "";
      for (int i = 0; i < Integer.parseInt(header.substring(1)); i++) {
        String length = line(in, bytes);
        if (length == null || Integer.parseInt(length.substring(1)) > BULK_MAX) {
          return null;
        }
        byte[] bulk = in.readNBytes(Integer.parseInt(length.substring(1)) + 2);
        bytes.writeBytes(bulk);
        name = i == 0 ? new String(bulk, US_ASCII).strip().toUpperCase(Locale.ROOT) : name;
      }
      return new Command(name, bytes);
    }

    private static @Nullable String line(InputStream in, OutputStream copy) throws IOException {
      StringBuilder line = new StringBuilder();
      for (int read = in.read(); read >= 0; read = in.read()) {
        copy.write(read);
        if (read == '\n') {
          return line.toString().strip();
        }
        line.append((char) read);
      }
      return null;
    }
  }
}
