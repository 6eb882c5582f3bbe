package pagemark.local.data;

import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexException;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;

/// The index: in a Redis of the stack's own, in its DynamoDB Local, or at a URL.
///
/// @param server the stack's own Redis; null if there is none
/// @param address its URL for logs and the web, without parameters. In place of the password of the
///   stack's own Redis is the word PASSWORD; another index is named without its user
public record LocalIndex(@Nullable OwnRedis server, IndexStore store, String address)
    implements AutoCloseable {
  private static final String IN_DYNAMODB = "dynamodb:";
  private static final String PREFIX_DEFAULT = "pagemark";

  /// Whether a URL means an index in the stack's own DynamoDB Local: `dynamodb:PREFIX` without an
  /// endpoint. The prefix may be empty.
  public static boolean isInDatabase(@Nullable String url) {
    return url != null && url.startsWith(IN_DYNAMODB) && !url.contains("?");
  }

  /// Opens an index in the stack's own DynamoDB Local.
  ///
  /// @throws StackException if the URL's prefix is not valid
  public static LocalIndex in(LocalDatabase database, String url) {
    String named = url.equals(IN_DYNAMODB) ? IN_DYNAMODB + PREFIX_DEFAULT : url;
    String whole = named + "?endpoint=" + database.server().endpoint();
    return new LocalIndex(null, open(whole), whole);
  }

  /// @param url an index that runs already; null to start a Redis
  /// @param port the port of that Redis; 0 means any free one
  /// @throws StackException if the URL names no index
  public static LocalIndex start(@Nullable String url, int port) {
    if (url != null) {
      return new LocalIndex(null, open(url), address(url));
    }
    OwnRedis server = OwnRedis.start(port);
    String own = server.uri().toString();
    return new LocalIndex(server, open(own), own.replaceFirst(":[^/:]*@", ":PASSWORD@"));
  }

  /// Its URL for the user who has started the stack: with the password of the stack's own Redis.
  public String url() {
    return server == null ? address : server.uri().toString();
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

  /// The stack's own Redis; empty if there is none.
  public Optional<OwnRedis> redis() {
    return Optional.ofNullable(server);
  }

  StackException refusal(IndexException.Unavailable e) {
    return new StackException(
        "the index at %s cannot be used: %s".formatted(address, e.getMessage()), e);
  }

  @Override
  public void close() {
    store.close();
    if (server != null) {
      server.close();
    }
  }
}
