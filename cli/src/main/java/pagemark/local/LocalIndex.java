package pagemark.local;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import pagemark.embedded.RedisServer;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;

/// The index: in a Redis of the stack's own, or at the URL of the options.
///
/// @param server null if the index runs elsewhere
/// @param address its URL without user, password and parameters
record LocalIndex(@Nullable RedisServer server, IndexStore store, String address)
    implements AutoCloseable {

  /// @param folder where the stack's own Redis keeps its data; null to keep it in memory
  /// @throws StackException if the URL of the options names no index
  static LocalIndex start(LocalOptions options, @Nullable Path folder) {
    if (options.indexUrl() != null) {
      return new LocalIndex(null, open(options.indexUrl()), address(options.indexUrl()));
    }
    RedisServer server = RedisServer.start(new RedisServer.Options(options.redisPort(), folder));
    String url = server.uri().toString();
    return new LocalIndex(server, open(url), url);
  }

  private static IndexStore open(String url) {
    try {
      return IndexStores.open(url, IndexSettings.DEFAULT);
    } catch (IllegalArgumentException e) {
      throw new StackException("--index: " + e.getMessage(), e);
    }
  }

  private static String address(String url) {
    URI uri = URI.create(url);
    if (uri.isOpaque()) {
      return url.replaceFirst("[?].*", "");
    }
    return "%s://%s:%d".formatted(uri.getScheme(), uri.getHost(), uri.getPort());
  }

  Optional<ProcessHandle> process() {
    return Optional.ofNullable(server).map(RedisServer::process);
  }

  @Override
  public void close() {
    store.close();
    if (server != null) {
      server.close();
    }
  }
}
