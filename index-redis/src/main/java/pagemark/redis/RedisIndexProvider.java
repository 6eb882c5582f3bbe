package pagemark.redis;

import java.net.URI;
import java.util.Set;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStoreProvider;

/// Opens `redis://` and `rediss://` URLs; [IndexUrl] lists all forms.
public final class RedisIndexProvider implements IndexStoreProvider {
  @Override
  public Set<String> schemes() {
    return Set.of("redis", "rediss");
  }

  @Override
  public IndexStore open(URI url, IndexSettings settings) {
    return new RedisIndex(RedisConnection.open(url, settings, Platform.DEFAULT), settings);
  }
}
