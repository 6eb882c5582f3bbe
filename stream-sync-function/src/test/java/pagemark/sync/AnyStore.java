package pagemark.sync;

import java.time.InstantSource;
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
  SQLITE,
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
      case SQLITE -> SqlServer.SQLITE;
      case DYNAMODB -> IndexServer.at(() -> "dynamodb:any?endpoint=" + endpoint());
    };
  }

  private static String endpoint() {
    try (LocalServers servers = new LocalServers(SqlServer.SQLITE)) {
      return servers.endpoint.toString();
    }
  }
}
