package pagemark.redis;

import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import pagemark.index.CountQuery;
import pagemark.index.GroupRef;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.Inspector;
import pagemark.index.Markers;
import pagemark.index.PageIndexReader;
import pagemark.index.PageIndexWriter;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.index.Witnesses;
import pagemark.redis.connection.Platform;
import pagemark.redis.connection.RedisConnection;
import pagemark.redis.script.IndexKeys;
import pagemark.redis.script.PageScript;

/// Implements the ports of the index over one connection pool.
public record RedisIndex(RedisConnection redis, IndexSettings settings) implements IndexStore {
  @Override
  public PageIndexReader reader() {
    return new RedisReader(redis);
  }

  @Override
  public PageIndexWriter writer() {
    return new RedisWriter(redis, settings, new Witnesses(), InstantSource.system());
  }

  @Override
  public Markers markers() {
    return new RedisMarkers(redis);
  }

  @Override
  public Inspector inspector() {
    return new RedisInspector(redis);
  }

  /// An ECPU is three microseconds of the server's time, by AWS's own estimator; the times are
  /// those of the benchmarks. An entry with filters is in two sets.
  @Override
  public Limits limits(int cells) {
    double bytesPerEntry = cells <= 1 ? 130 : 260;
    return new Limits("ECPU", 4, 8.5, bytesPerEntry, redis.unitsMax(), redis.bytesMax());
  }

  @Override
  public void connect() {
    redis.connect();
  }

  @Override
  public void disconnect() {
    redis.disconnect();
  }

  @Override
  public void close() {
    redis.close();
  }

  /// Reads pages and counts, with one call of a read-only script each.
  record RedisReader(RedisConnection redis) implements PageIndexReader {
    @Override
    public PageSlice page(PageQuery query) {
      return PageScript.slice(query, redis.call(PageScript.call(query)));
    }

    @Override
    public List<Long> counts(CountQuery query) {
      return PageScript.counts(query, redis.call(PageScript.call(query)));
    }

    @Override
    public String part(GroupRef group) {
      return redis.node(IndexKeys.of(group).all());
    }
  }

  /// Opens `redis://` and `rediss://` URLs; [IndexUrl][pagemark.redis.connection.IndexUrl] lists
  /// all forms.
  public static final class Provider implements IndexStores.Provider {
    @Override
    public Set<String> schemes() {
      return Set.of("redis", "rediss");
    }

    @Override
    public IndexStore open(URI url, IndexSettings settings) {
      return new RedisIndex(RedisConnection.open(url, settings, Platform.DEFAULT), settings);
    }
  }
}
