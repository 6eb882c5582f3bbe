package pagemark.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import pagemark.check.TableEndpoint;
import pagemark.embedded.DynamoDbLocal;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.load.BatchWriter;
import pagemark.local.data.Sample;
import pagemark.local.data.StackException;
import pagemark.local.pump.StreamPump;
import pagemark.rebuild.RebuildListener;
import pagemark.repair.Sleeper;
import pagemark.state.rebuild.RebuildCounts;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// Runs Pagemark on one machine, on loopback only.
///
/// [StackStart] opens its parts, in an order that it tells. They stop in the reverse order.
///
/// With [LocalOptions#tried] the listed table is an existing one, elsewhere, which is only read.
/// DynamoDB Local then holds `pagemark-state` alone.
public final class LocalStack implements AutoCloseable {
  private static final int LOADS_AT_A_TIME = 4;
  private static final Duration SIGNAL_MAX = Duration.ofSeconds(1);

  private final LocalOptions options;
  private final StackStart.Parts parts;
  private final StackStart.OpenParts opened;
  private final CountDownLatch closed;

  private LocalStack(
      LocalOptions options,
      StackStart.Parts parts,
      StackStart.OpenParts opened,
      CountDownLatch closed) {
    this.options = options;
    this.parts = parts;
    this.opened = opened;
    this.closed = closed;
  }

  /// Starts a stack. It answers requests when this returns. The sample is not loaded yet, and the
  /// indexes of a table that holds items already are not built ([#unbuilt]).
  ///
  /// @param log takes a line for each failure until the stack is closed
  /// @throws StackException if the listings or the options do not allow a start
  /// @throws pagemark.embedded.ServerStartException if a server does not start
  public static LocalStack start(LocalOptions options, Consumer<String> log) {
    return start(options, DynamoDbLocal::start, log);
  }

  /// Starts a stack on a DynamoDB Local of the caller's. Tests have a pool of them.
  ///
  /// @param databases starts DynamoDB Local, which is closed with the stack
  static LocalStack start(
      LocalOptions options,
      Function<DynamoDbLocal.Options, DynamoDbLocal> databases,
      Consumer<String> log) {
    CountDownLatch closed = new CountDownLatch(1);
    Consumer<String> openLog =
        line -> {
          if (closed.getCount() > 0) {
            log.accept(line);
          }
        };
    StackStart.OpenParts opened = new StackStart.OpenParts(log);
    try {
      StackStart.Parts parts = new StackStart(options, databases, opened, openLog).open();
      return new LocalStack(options, parts, opened, closed);
    } catch (RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  /// The URL of the HTTP front: `http://localhost:8080/`.
  public URI url() {
    return URI.create("http://localhost:%d/".formatted(parts.front().port()));
  }

  /// The endpoint of DynamoDB Local.
  public URI dynamodb() {
    return parts.state().database().server().endpoint();
  }

  /// A client of the listed table's server, which is closed with the stack. It refuses writes if
  /// the stack [is read-only][#isReadOnly].
  public DynamoDbClient client() {
    return parts.state().listed().source().dynamo();
  }

  /// Whether the listed table is an existing one that the stack must not write to.
  public boolean isReadOnly() {
    return parts.state().listed().isReadOnly();
  }

  /// Lines to print before indexes are built.
  public List<String> notices() {
    return parts.notices();
  }

  /// The names of the listings without a complete index.
  public List<String> unbuilt() {
    return parts.build().missing().stream().map(Listing::name).toList();
  }

  /// Builds the index of a listing, unless it is complete.
  ///
  /// @throws pagemark.rebuild.RebuildException if the table or the index still fails after retries
  public RebuildCounts build(String listing, RebuildListener listener) {
    Listing built = options.listings().find(listing).orElseThrow();
    return parts.build().ensure(built, listener, () -> true);
  }

  /// The approximate number of the table's items at the start; DynamoDB counts them every six
  /// hours.
  public long itemsAbout() {
    return parts.state().table().items();
  }

  /// The name of the listed table.
  public String table() {
    return parts.state().table().name();
  }

  /// The URL of the index: with the password of the stack's own Redis, without that of another.
  public String index() {
    return parts.state().index().url();
  }

  /// The path of a page that has items, if a group is known.
  public Optional<String> example() {
    return options.example(parts.page()::someGroup);
  }

  /// Loads the sample that the options ask for, and waits until the index holds it.
  ///
  /// @throws StackException if the index does not catch up
  public void loadSample() throws InterruptedException {
    new BatchWriter(client(), table(), Sleeper.THREAD::sleep)
        .writeAll(Sample.comments(options.sample()), LOADS_AT_A_TIME);
    Duration max = Duration.ofSeconds(60 + options.sample() / 100);
    if (!await(max).isCaughtUp()) {
      throw new StackException(
          "the index did not catch up with the sample within %d s".formatted(max.toSeconds()));
    }
  }

  /// Waits at most `max` until the index holds all that was written to the table before the call.
  /// Returns at once if the table is not followed.
  public StreamPump.State await(Duration max) throws InterruptedException {
    StreamPump pump = parts.pump();
    return pump == null ? StreamPump.State.CAUGHT_UP : pump.await(max);
  }

  /// Waits until the stack is closed.
  ///
  /// @throws StackException if one of its servers ended by itself
  public void awaitEnd() throws InterruptedException {
    String ended = parts.state().awaitFirstEnd();
    // Ctrl-C reaches the servers too, perhaps before this process begins to close the stack.
    if (!closed.await(SIGNAL_MAX.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new StackException(ended + " has ended unexpectedly");
    }
  }

  /// Stops everything, and returns when it is stopped.
  @Override
  public void close() {
    closed.countDown();
    opened.close();
  }

  /// The options of a local stack.
  ///
  /// @param port the port of the HTTP front; as for the other ports, 0 means any free one
  /// @param indexUrl an index that runs already, or `dynamodb:` for the stack's DynamoDB Local;
  ///   null for a Redis of the stack's own
  /// @param sample how many comments to load into the empty table; 0 for none
  /// @param dataDir the folder that keeps the table; null to keep it in memory
  /// @param tried the endpoint of an existing table, which is only read; null for a table of the
  ///   stack's own
  /// @param hostName a name by which a proxy or a tunnel passes requests on; null for none
  /// @param draft the listings as text, if they are drafted, so that the page can save them; else
  ///   null
  public record LocalOptions(
      int port,
      int dynamodbPort,
      int redisPort,
      @Nullable String indexUrl,
      Listings listings,
      int sample,
      @Nullable Path dataDir,
      @Nullable TableEndpoint tried,
      @Nullable String hostName,
      @Nullable String draft) {

    public LocalOptions {
      if (tried != null && (sample > 0 || dataDir != null || indexUrl != null)) {
        throw new IllegalArgumentException(
            "a table that is only read takes no sample, and is not kept");
      }
      dataDir = dataDir == null ? null : dataDir.toAbsolutePath();
    }

    /// Options with all data in memory.
    public LocalOptions(
        int port,
        int dynamodbPort,
        int redisPort,
        @Nullable String indexUrl,
        Listings listings,
        int sample) {
      this(port, dynamodbPort, redisPort, indexUrl, listings, sample, null, null, null, null);
    }

    /// The path of a page that has items, or of a whole table. Empty if no group is known whose
    /// items everybody may see.
    ///
    /// @param known a group of a listing, by the values that name it; empty if none is known
    Optional<String> example(Function<Listing, Optional<List<String>>> known) {
      return listings.byName().values().stream()
          .filter(Listing::isDefault)
          .filter(listing -> listing.groupClaim() == null)
          .flatMap(listing -> example(listing, known).stream())
          .findFirst();
    }

    private Optional<String> example(
        Listing listing, Function<Listing, Optional<List<String>>> known) {
      if (sample > 0 && listing.path().equals(Sample.LISTING)) {
        return Optional.of("/%s/%s?page=3".formatted(listing.path(), Sample.GROUP));
      }
      if (listing.definition().group().parts().isEmpty()) {
        return Optional.of("/%s?page=1".formatted(listing.path()));
      }
      return known.apply(listing).map(group -> path(listing, group));
    }

    private static String path(Listing listing, List<String> group) {
      return group.stream()
          .map(part -> "group=" + URLEncoder.encode(part, UTF_8).replace("+", "%20"))
          .collect(Collectors.joining("&", "/%s?".formatted(listing.path()), ""));
    }
  }
}
