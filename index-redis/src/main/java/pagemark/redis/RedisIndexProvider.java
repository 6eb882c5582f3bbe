package pagemark.redis;

import java.net.URI;
import java.util.Set;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.redis.connection.Platform;
import pagemark.redis.connection.RedisConnection;

/// Opens `redis://` and `rediss://` URLs; [IndexUrl][pagemark.redis.connection.IndexUrl] lists all
/// forms.
public final class RedisIndexProvider implements IndexStores.Provider {
  @Override
  public Set<String> schemes() {
    return Set.of("redis", "rediss");
  }

  @Override
  public IndexStore open(URI url, IndexSettings settings) {
    return new RedisIndex(RedisConnection.open(url, settings, Platform.DEFAULT), settings);
  }
}
