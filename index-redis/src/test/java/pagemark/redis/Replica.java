package pagemark.redis;

import java.nio.file.Path;
import java.util.List;
import pagemark.embedded.RedisServer;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol.Command;

/// A replica of a server, which may fall behind and then take its place.
public final class Replica implements AutoCloseable {
  private static final List<String> FILE = List.of("--appendonly", "no");

  private final RedisServer primary;
  private final RedisServer server;

  private Replica(RedisServer primary, RedisServer server) {
    this.primary = primary;
    this.server = server;
  }

  /// Starts a replica of a single node, and waits until it has the primary's data.
  public static Replica of(RedisServer primary, Path dataDir) {
    Replica replica =
        new Replica(primary, RedisServer.start(new RedisServer.Options(0, dataDir, FILE, null)));
    try (Jedis node = replica.node()) {
      node.replicaof(primary.uri().getHost(), primary.uri().getPort());
    }
    replica.awaitLink("up");
    return replica;
  }

  /// Starts a replica of a node of a cluster, and waits until it has the primary's data.
  public static Replica of(RedisCluster cluster, int number) {
    RedisServer primary = cluster.server(number);
    Replica replica = new Replica(primary, cluster.another());
    String id = id(primary);
    try (Jedis node = replica.node()) {
      node.clusterMeet(primary.uri().getHost(), primary.uri().getPort());
      RedisCluster.await(() -> node.clusterReplicate(id).equals("OK"));
    }
    replica.awaitLink("up");
    cluster.awaitKnown(id(replica.server), replica.server);
    return replica;
  }

  private static String id(RedisServer server) {
    try (Jedis node = new Jedis(server.uri())) {
      return node.clusterMyId();
    }
  }

  private Jedis node() {
    return new Jedis(server.uri());
  }

  private void awaitLink(String state) {
    RedisCluster.await(
        () -> {
          try (Jedis node = node()) {
            return node.info("replication").contains("master_link_status:" + state);
          }
        });
  }

  /// Stops the replication: from now on it gets nothing that the primary acknowledges.
  public void detach() {
    try (Jedis node = node();
        Jedis other = new Jedis(primary.uri())) {
      node.configSet("masteruser", "nobody");
      node.configSet("masterauth", "wrong");
      other.sendCommand(Command.CLIENT, "KILL", "TYPE", "REPLICA");
    }
    awaitLink("down");
  }

  /// Makes the replica replace its primary in `cluster`, after the primary is gone. RedisNodes that
  /// know a later epoch do not accept this at once, and may make it a replica again; then it tries
  /// again.
  public void takeOverInCluster(RedisCluster cluster, int other) {
    primary.kill();
    try (Jedis node = node();
        Jedis judge = cluster.node(other)) {
      String id = node.clusterMyId();
      RedisCluster.await(
          () -> {
            if (!node.info("replication").contains("role:master")) {
              node.sendCommand(Command.CLUSTER, "FAILOVER", "TAKEOVER");
            }
            return judge
                .clusterNodes()
                .lines()
                .anyMatch(line -> line.startsWith(id) && line.contains("master") && serves(line));
          },
          () ->
              "as the replica has it:\n"
                  + node.clusterNodes()
                  + "as another has it:\n"
                  + judge.clusterNodes());
    }
  }

  /// The ninth and later fields of a node are its slots.
  private static boolean serves(String line) {
    return line.split(" ").length > 8;
  }

  /// Makes the replica's data available at the address of its primary, after the primary is gone.
  public RedisServer takeOver(Path dataDir) {
    primary.kill();
    try (Jedis node = node()) {
      node.replicaofNoOne();
      node.save();
    }
    server.kill();
    return RedisServer.start(new RedisServer.Options(primary.uri().getPort(), dataDir, FILE, null));
  }

  @Override
  public void close() {
    server.close();
  }
}
