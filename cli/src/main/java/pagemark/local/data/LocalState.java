package pagemark.local.data;

import java.net.URI;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import pagemark.embedded.RedisServer;
import pagemark.function.Wiring;
import pagemark.index.IndexException;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.listing.json.Listings;
import pagemark.local.data.LocalState.LocalIndex.OwnRedis;
import pagemark.services.Services;
import pagemark.state.StateTable;
import pagemark.state.rebuild.NamedGenerations;
import pagemark.sync.EmptyTableBuild;
import pagemark.sync.StreamedTable;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/// The data of a local stack: `pagemark-state`, the index, and the listed table, which may be
/// elsewhere.
public record LocalState(
    Listings listings,
    LocalDatabase database,
    LocalIndex index,
    ListedTable listed,
    StateTable items,
    InstantSource clock) {
  private static final String STATE_TABLE = StateTable.DEFAULT_NAME;

  /// Opens the listed table, and `pagemark-state` anew. On a table that holds no item, each listing
  /// has a complete index then. On one that does, none has, whatever earlier starts have left: the
  /// stream may have lost records since.
  ///
  /// @param table opens the listed table
  /// @throws StackException if the index cannot be reached
  public static LocalState open(
      Listings listings,
      LocalDatabase database,
      LocalIndex index,
      Function<LocalDatabase, ListedTable> table) {
    LocalState state =
        new LocalState(
            listings,
            database,
            index,
            table.apply(database),
            new StateTable(database.dynamo(), STATE_TABLE),
            InstantSource.system());
    try {
      state.forget();
      database.create(StateTable.creation(STATE_TABLE));
      if (!state.listed().isReadOnly()) {
        state.buildIfEmpty();
      }
      return state;
    } catch (IndexException.Unavailable e) {
      throw index.refusal(e);
    }
  }

  /// Drops the indexes of earlier starts, and all notes about them.
  private void forget() {
    if (!database.has(STATE_TABLE)) {
      return;
    }
    NamedGenerations left = NamedGenerations.read(new StateTable(database.dynamo(), STATE_TABLE));
    Set<String> generations = new TreeSet<>(left.rebuilt());
    left.byListing().values().forEach(generations::addAll);
    for (String generation : generations) {
      index.store().writer().rowRuns().ifPresent(runs -> runs.drop(generation));
      index.store().markers().drop(generation);
    }
    database.delete(STATE_TABLE);
  }

  /// Its stream is not read yet, so that it is enough to mark the index of an empty table.
  private void buildIfEmpty() {
    EmptyTableBuild build =
        new EmptyTableBuild(
            database.dynamo(), items, index.store().markers(), index.store().writer());
    listings.all().forEach(listing -> build.ensure(listing, table()));
  }

  public StreamedTable table() {
    return listed.identity();
  }

  /// The services that the functions of the stack are made from.
  public Services services() {
    return new Services(listings, listed.source().dynamo(), items, index.store(), clock);
  }

  /// Makes the parts that read and write the index: rebuild, audit, repair and others.
  public Wiring wiring() {
    return new Wiring(services(), table().name(), table().stream());
  }

  /// Waits until the first of the servers on this machine has ended for good.
  ///
  /// @return its name
  public String awaitFirstEnd() throws InterruptedException {
    CompletableFuture<String> end = end("DynamoDB Local", database.server().process());
    Optional<OwnRedis> redis = index.redis();
    if (redis.isPresent()) {
      end = end.applyToEither(redis.get().end(), Function.identity());
    }
    try {
      return end.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private static CompletableFuture<String> end(String name, ProcessHandle process) {
    return process.onExit().thenApply(_ -> name);
  }

  /// The listed table, opened.
  ///
  /// @param isFollowed false if the table has no stream to follow, so that pages show a snapshot
  /// @param isReadOnly whether it is an existing table that the stack must not write to
  public record ListedTable(
      TableSource source, StreamedTable identity, boolean isFollowed, boolean isReadOnly) {
    /// The table that the stack owns; it is created if it is missing.
    public static ListedTable created(LocalDatabase database, CreateTableRequest design) {
      TableDescription table = database.createStreamed(design);
      return new ListedTable(
          TableSource.of(database), StreamedTable.of(table.tableName(), table), true, false);
    }
  }

  /// The index: in a Redis of the stack's own, in its DynamoDB Local, or at a URL.
  ///
  /// @param server the stack's own Redis; null if there is none
  /// @param address its URL for logs and the web, without parameters. In place of the password of
  ///   the stack's own Redis is the word PASSWORD; another index is named without its user
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

    /// The stack's own Redis, which can be started again on its port if it ends by itself. It asks
    /// for a password, as every user of this machine can reach the port, and Lua scripts have had
    /// holes.
    public static final class OwnRedis implements AutoCloseable {
      private static final int PASSWORD_BYTES = 16;

      private final RedisServer.Options options;
      private final CompletableFuture<String> end = new CompletableFuture<>();
      private RedisServer server;
      private boolean isClosed;

      private OwnRedis(RedisServer.Options options) {
        this.options = options;
        this.server = RedisServer.start(options);
      }

      /// Starts it with a random password.
      ///
      /// @param port 0 for any free port
      /// @throws pagemark.embedded.ServerStartException if it does not start
      static OwnRedis start(int port) {
        byte[] password = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(password);
        return new OwnRedis(
            new RedisServer.Options(port, null).withPassword(HexFormat.of().formatHex(password)));
      }

      /// Its URL with the password. It stays the same if it is started again.
      URI uri() {
        return current().uri();
      }

      /// The process, for its pid and for signals.
      public ProcessHandle process() {
        return current().process();
      }

      /// Starts it again on the same port, with the same password. Does nothing once it is closed.
      ///
      /// @throws pagemark.embedded.ServerStartException if it does not start
      public synchronized void restart() {
        if (!isClosed) {
          int port = server.uri().getPort();
          server.close();
          server = RedisServer.start(options.withPort(port));
        }
      }

      /// Says that it will not be started again.
      ///
      /// @param told the name and the history, for the message
      public void giveUp(String told) {
        end.complete(told);
      }

      /// Completes when it is given up.
      CompletableFuture<String> end() {
        return end;
      }

      private synchronized RedisServer current() {
        return server;
      }

      @Override
      public synchronized void close() {
        isClosed = true;
        server.close();
      }
    }
  }
}
