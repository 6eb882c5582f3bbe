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

/// Stands between clients and one Redis server, and does to their connections what networks and
/// failing servers do. It speaks for one server: a cluster's nodes tell clients their own
/// addresses.
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
  private final Object gate = new Object();
  private boolean frozen;
  private volatile Duration delay = Duration.ZERO;
  private volatile @Nullable String error;

  private FaultProxy(URI target, ServerSocket listener) {
    this.target = target;
    this.listener = listener;
  }

  /// A proxy without faults, on a port of its own.
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

  /// Where clients find it.
  public URI uri() {
    return URI.create("redis://127.0.0.1:" + listener.getLocalPort());
  }

  /// Resets every connection. New ones work.
  public void cut() {
    links.forEach(Link::reset);
  }

  /// Everything stands still: connections open, but nothing comes through, until [#thaw].
  public void freeze() {
    synchronized (gate) {
      frozen = true;
    }
  }

  /// What stood still goes on.
  public void thaw() {
    synchronized (gate) {
      frozen = false;
      gate.notifyAll();
    }
  }

  /// The connections there are never bring anything any more, and do not tell: as where a firewall
  /// has forgotten them. New ones work.
  public void forget() {
    links.forEach(link -> link.forgotten = true);
  }

  /// From now on every piece of a reply comes so much later.
  public void delay(Duration replies) {
    delay = replies;
  }

  /// The next `count` replies to scripts are lost: the server has done what it was asked, and the
  /// connection breaks. Of several calls sent at once, those behind may not have been made.
  public void loseReplies(int count) {
    repliesToLose.set(count);
  }

  /// How many replies were lost so far.
  public int lost() {
    return lost.get();
  }

  /// From now on scripts are not called; each call is answered with this error. Null: no more.
  ///
  /// @param message such as `LOADING Redis is loading the dataset in memory`
  public void answerScripts(@Nullable String message) {
    error = message;
  }

  /// How many calls were answered with an error.
  public int injected() {
    return injected.get();
  }

  /// How many connections there are.
  public int connections() {
    return links.size();
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

    /// Both sides learn at once that the connection is gone.
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

    /// One command at a time, so that a call can be answered in the server's place.
    void requests() throws IOException, InterruptedException {
      InputStream in = new BufferedInputStream(client.getInputStream(), CHUNK);
      OutputStream out = server.getOutputStream();
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

  /// A request as clients write it: an array of byte strings.
  private record Command(String name, ByteArrayOutputStream bytes) {
    boolean isScript() {
      return Set.of("EVAL", "EVALSHA").contains(name);
    }

    /// Null where the client is gone.
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

    private static @Nullable String line(InputStream in, ByteArrayOutputStream copy)
        throws IOException {
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
