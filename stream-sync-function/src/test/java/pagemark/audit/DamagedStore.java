package pagemark.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.util.Set;
import pagemark.entry.Entry;
import pagemark.entry.Layout;
import pagemark.index.GroupRef;
import pagemark.index.IndexServer;
import pagemark.redis.RedisTopology;
import pagemark.sql.SqlDamage;
import pagemark.sql.SqlServer;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.UnifiedJedis;

/// A store whose entries a test changes directly, against all rules.
interface DamagedStore extends AutoCloseable {
  static DamagedStore of(IndexServer server) {
    return switch (server) {
      case RedisTopology redis -> new Sets(client(redis));
      case SqlServer sql -> new Rows(new SqlDamage(sql.url()));
      default -> throw new IllegalArgumentException("no store " + server);
    };
  }

  private static UnifiedJedis client(RedisTopology redis) {
    URI uri = URI.create(redis.url());
    return switch (redis) {
      case SINGLE_NODE -> RedisClient.builder().hostAndPort(uri.getHost(), uri.getPort()).build();
      case CLUSTER ->
          RedisClusterClient.builder()
              .nodes(Set.of(new HostAndPort(uri.getHost(), uri.getPort())))
              .build();
    };
  }

  /// Whether the entries of cells and of the whole group are the same rows, so that an entry can be
  /// in one cell only.
  boolean holdsAllByCell();

  /// Whether a second entry of an item replaces its first.
  boolean holdsAnItemOnce(Layout layout);

  void write(GroupRef group, Entry entry, boolean present);

  /// Damages a count, if the store keeps counts beside the entries.
  ///
  /// @return whether the store keeps counts
  boolean miscount(GroupRef group);

  @Override
  void close();

  /// Redis.
  record Sets(UnifiedJedis redis) implements DamagedStore {
    @Override
    public boolean holdsAllByCell() {
      return false;
    }

    @Override
    public boolean holdsAnItemOnce(Layout layout) {
      return layout == Layout.SCORE;
    }

    @Override
    public void write(GroupRef group, Entry entry, boolean present) {
      String set = entry.cell().isWhole() ? "all" : "cell:" + entry.cell().name();
      String key =
          "pm:%s:{%s/%s}:%s"
              .formatted(group.generation(), group.listing(), group.group().text(), set);
      byte[] member = entry.position().member().toArray();
      if (present) {
        redis.zadd(key.getBytes(UTF_8), entry.position().score(), member);
      } else {
        redis.zrem(key.getBytes(UTF_8), member);
      }
    }

    @Override
    public boolean miscount(GroupRef group) {
      return false;
    }

    @Override
    public void close() {
      redis.close();
    }
  }

  /// SQL.
  record Rows(SqlDamage sql) implements DamagedStore {
    @Override
    public boolean holdsAllByCell() {
      return true;
    }

    @Override
    public boolean holdsAnItemOnce(Layout layout) {
      return false;
    }

    @Override
    public void write(GroupRef group, Entry entry, boolean present) {
      sql.write(group, entry, present);
    }

    @Override
    public boolean miscount(GroupRef group) {
      sql.miscount(group);
      return true;
    }

    @Override
    public void close() {
      sql.close();
    }
  }
}
