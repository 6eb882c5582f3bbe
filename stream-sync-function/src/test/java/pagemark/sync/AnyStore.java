package pagemark.sync;

import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import pagemark.index.Extent;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexServer;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.redis.RedisTopology;
import pagemark.sql.SqlServer;

/// Each kind of store, with the index of a test.
public enum AnyStore {
  MEMORY,
  REDIS,
  REDIS_CLUSTER,
  SQLITE,
  POSTGRESQL,
  DYNAMODB;

  public IndexServer server() {
    return switch (this) {
      case MEMORY ->
          new IndexServer() {
            @Override
            public String url() {
              return "memory:";
            }

            @Override
            public IndexStore emptyStore() {
              return new InMemoryIndex(InstantSource.system(), IndexSettings.DEFAULT);
            }
          };
      case REDIS -> RedisTopology.SINGLE_NODE;
      case REDIS_CLUSTER -> RedisTopology.CLUSTER;
      case SQLITE -> SqlServer.SQLITE;
      case POSTGRESQL -> SqlServer.POSTGRESQL;
      case DYNAMODB -> IndexServer.at(() -> "dynamodb:any?endpoint=" + endpoint());
    };
  }

  /// Redis as one server; in the nightly build as a cluster and two SQL databases too.
  public static List<IndexServer> redisAndSql() {
    return Extent.of(
        List.of(RedisTopology.SINGLE_NODE),
        List.of(
            RedisTopology.SINGLE_NODE, RedisTopology.CLUSTER, SqlServer.SQLITE, SqlServer.MARIADB));
  }

  /// Redis and SQLite; in the nightly build all.
  public static Set<AnyStore> ofThisBuild() {
    return Extent.of(EnumSet.of(REDIS, SQLITE), EnumSet.allOf(AnyStore.class));
  }

  private static String endpoint() {
    try (LocalServers servers = new LocalServers(SqlServer.SQLITE)) {
      return servers.endpoint.toString();
    }
  }
}
