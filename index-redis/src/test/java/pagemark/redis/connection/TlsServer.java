package pagemark.redis.connection;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import pagemark.embedded.RedisServer;
import pagemark.embedded.ServerStartException;
import pagemark.index.ServerCertificate;
import pagemark.redis.RedisCluster;
import pagemark.redis.script.IndexKeys.Slots;
import redis.clients.jedis.Jedis;

/// A Redis with TLS at one port. The test itself uses another port, without TLS.
record TlsServer(RedisServer server, int port) implements AutoCloseable {
  private static final int STARTS_MAX = 3;

  static TlsServer start(ServerCertificate certificate) {
    return start(certificate, List.of());
  }

  /// Starts a cluster of one node, which has all slots.
  static TlsServer startCluster(ServerCertificate certificate) {
    TlsServer server =
        start(
            certificate,
            List.of(
                "--cluster-enabled",
                "yes",
                "--tls-cluster",
                "yes",
                "--cluster-announce-ip",
                "127.0.0.1"));
    try (Jedis admin = server.admin()) {
      admin.clusterAddSlots(IntStream.range(0, Slots.COUNT).toArray());
      RedisCluster.await(() -> admin.clusterInfo().contains("cluster_state:ok"));
    }
    return server;
  }

  private static TlsServer start(ServerCertificate certificate, List<String> more) {
    for (int start = 1; ; start++) {
      try {
        return startOn(freePort(), certificate, more);
      } catch (ServerStartException e) {
        if (start == STARTS_MAX) {
          throw e;
        }
      }
    }
  }

  private static TlsServer startOn(int port, ServerCertificate certificate, List<String> more) {
    List<String> arguments = new ArrayList<>(List.of("--tls-port", "" + port));
    arguments.addAll(List.of("--tls-cert-file", certificate.certificate().toString()));
    arguments.addAll(List.of("--tls-key-file", certificate.key().toString()));
    arguments.addAll(List.of("--tls-ca-cert-file", certificate.authority().toString()));
    arguments.addAll(List.of("--tls-auth-clients", "no"));
    arguments.addAll(more);
    RedisServer.Options options = new RedisServer.Options(0, null, arguments, null);
    return new TlsServer(RedisServer.start(options), port);
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = socket.getLocalPort();
      return port > 55_000 ? port - 20_000 : port;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A connection to the port without TLS, with all rights.
  Jedis admin() {
    return new Jedis(server.uri());
  }

  @Override
  public void close() {
    server.close();
  }
}
