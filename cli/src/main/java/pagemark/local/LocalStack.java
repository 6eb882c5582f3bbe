package pagemark.local;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import pagemark.embedded.DynamoDbLocal;
import pagemark.local.data.ListedTable;
import pagemark.local.data.LocalDatabase;
import pagemark.local.data.LocalIndex;
import pagemark.local.data.LocalState;
import pagemark.local.data.StackException;
import pagemark.local.data.TableDesign;
import pagemark.local.http.FunctionRoute;
import pagemark.local.http.HttpFront;
import pagemark.local.kept.DataFolder;
import pagemark.local.kept.FollowedNote;
import pagemark.local.kept.FollowedRecorder;
import pagemark.local.kept.IndexTrust;
import pagemark.local.lambda.LocalFunction;
import pagemark.local.page.WebPage;
import pagemark.local.pump.FollowedStream;
import pagemark.local.pump.PumpState;
import pagemark.local.pump.StreamPump;
import pagemark.local.pump.Surroundings;
import pagemark.local.sample.ItemLoader;
import pagemark.local.sample.Sample;
import pagemark.local.trial.Trial;
import pagemark.local.trial.TriedTable;
import pagemark.sync.StreamSyncHandler;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/// Runs Pagemark on one machine, on loopback only.
///
/// It starts in this order, and stops in the reverse order:
///
/// 1. The HTTP front takes its port. A port in use is reported before anything else starts.
/// 2. Redis starts, then DynamoDB Local, with the listings' table and `pagemark-state`.
/// 3. On an empty table, each listing gets a generation of the index. On a kept table, [IndexTrust]
///    decides which generations may be shown.
/// 4. The stream pump starts and calls the stream function; the HTTP front begins to call the API
///    function.
///
/// With [LocalOptions#tried] the listed table is an existing one, elsewhere, which is only read.
/// DynamoDB Local then holds `pagemark-state` alone, and [Trial] builds the index.
public final class LocalStack implements AutoCloseable {
  private static final int LOADS_AT_A_TIME = 4;
  private static final Duration SIGNAL_MAX = Duration.ofSeconds(1);

  private final LocalOptions options;
  private final Parts parts;
  private final Opened opened;
  private final CountDownLatch closed;

  private record Parts(
      HttpFront front,
      LocalState state,
      LocalFunction<DynamodbEvent, StreamsEventResponse> sync,
      @Nullable StreamPump pump,
      @Nullable Trial trial) {}

  private LocalStack(LocalOptions options, Parts parts, Opened opened, CountDownLatch closed) {
    this.options = options;
    this.parts = parts;
    this.opened = opened;
    this.closed = closed;
  }

  /// Starts a stack. It answers requests when this returns; the sample is not loaded yet.
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
    Opened opened = new Opened(log);
    try {
      @Nullable TriedTable tried =
          options.tried() == null
              ? null
              : opened.add(TriedTable.open(options.tried(), options.listings()));
      Parts parts = open(options, databases, tried, opened, openLog);
      return new LocalStack(options, parts, opened, closed);
    } catch (RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  private static Parts open(
      LocalOptions options,
      Function<DynamoDbLocal.Options, DynamoDbLocal> databases,
      @Nullable TriedTable tried,
      Opened opened,
      Consumer<String> log) {
    Function<LocalDatabase, ListedTable> table = table(options, tried);
    HttpFront front = opened.add(bind(options.port()));
    @Nullable DataFolder folder =
        options.dataDir() == null ? null : opened.add(DataFolder.open(options.dataDir()));
    LocalIndex index =
        opened.add(
            LocalIndex.start(
                options.indexUrl(), options.redisPort(), folder == null ? null : folder.redis()));
    LocalDatabase database =
        opened.add(
            LocalDatabase.of(
                databases.apply(
                    new DynamoDbLocal.Options(
                        options.dynamodbPort(), folder == null ? null : folder.dynamodb()))));
    LocalState state = LocalState.open(options.listings(), database, index, table);
    @Nullable FollowedNote note = folder == null ? null : folder.note(state.index());
    IndexTrust trust = IndexTrust.judge(state, note);
    if (tried == null) {
      tell(trust.buildIndexes(), options, log);
      state.index().store().markers().dangers().forEach(danger -> log.accept("Warning: " + danger));
    }
    LocalFunctions functions = new LocalFunctions(state, trust.shown(), log);
    StreamSyncHandler handler = functions.handler();
    LocalFunction<DynamodbEvent, StreamsEventResponse> sync = functions.sync(handler);
    @Nullable StreamPump pump = null;
    if (state.listed().isFollowed()) {
      pump =
          opened.add(StreamPump.start(stream(state), sync, new Surroundings(state.clock(), log)));
      opened.add(WriterPulse.start(handler, log));
      if (!state.listed().isReadOnly()) {
        opened.add(Upkeep.start(state, sync, log));
      }
    }
    if (note != null && pump != null) {
      opened.add(FollowedRecorder.start(note, state, pump, log));
    }
    front.serve(
        new LocalRoutes(
            new HealthRoute(state, trust.shown(), pump),
            new WebPage(
                state.listings(),
                trust.shown(),
                state.index().store().inspector(),
                // The page writes with a client of its own, as any other writer does.
                state.listed().isReadOnly()
                    ? state.listed().source().dynamo()
                    : opened.add(LocalDatabase.client(state.database().server().endpoint())),
                state.listed().isReadOnly(),
                front.port(),
                log),
            new FunctionRoute(functions.api(), state.clock(), log)),
        log);
    @Nullable Trial trial = tried == null ? null : new Trial(state, tried);
    return new Parts(front, state, sync, pump, trial);
  }

  private static Function<LocalDatabase, ListedTable> table(
      LocalOptions options, @Nullable TriedTable tried) {
    if (tried != null) {
      return _ -> tried.listed();
    }
    CreateTableRequest design = TableDesign.of(options.listings());
    return database -> ListedTable.created(database, design);
  }

  private static FollowedStream stream(LocalState state) {
    DynamoDbStreamsClient client = state.listed().source().streams();
    String stream = state.table().stream();
    return state.listed().isReadOnly()
        ? FollowedStream.remote(client, stream)
        : FollowedStream.local(client, stream, state.database().server().endpoint());
  }

  /// Reports the listings that cannot be shown. Without a data folder the table is new, so that
  /// every listing must have an index; it is a failure if one has none.
  private static void tell(List<String> lines, LocalOptions options, Consumer<String> log) {
    if (options.dataDir() == null && !lines.isEmpty()) {
      throw new StackException(String.join("; ", lines));
    }
    lines.forEach(line -> log.accept(line + ". `pagemark rebuild` builds it from the table"));
  }

  private static HttpFront bind(int port) {
    try {
      return HttpFront.bind(port);
    } catch (IOException e) {
      throw new StackException(
          "port %d cannot be taken (%s): free it or name another with --port"
              .formatted(port, e.getMessage()),
          e);
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

  /// The trial that builds the indexes of an existing table; empty if the table is the stack's own.
  public Optional<Trial> trial() {
    return Optional.ofNullable(parts.trial());
  }

  /// The name of the listed table.
  public String table() {
    return parts.state().table().name();
  }

  /// The URL of the index, without user and password.
  public String index() {
    return parts.state().index().address();
  }

  /// Example paths, one for each listing.
  public List<String> examples() {
    return options.examples();
  }

  /// The time that the stream function has worked in all.
  public Duration syncTime() {
    return parts.sync().handlerTime();
  }

  /// Whether the listed table is empty.
  public boolean isEmpty() {
    return client()
        .scan(scan -> scan.tableName(table()).consistentRead(true).limit(1))
        .items()
        .isEmpty();
  }

  /// Loads the sample that the options ask for, and waits until the index holds it.
  ///
  /// @throws StackException if the index does not catch up
  public void loadSample() throws InterruptedException {
    new ItemLoader(client(), table(), LOADS_AT_A_TIME, LocalStack::pause)
        .load(Sample.comments(options.sample()));
    Duration max = Duration.ofSeconds(60 + options.sample() / 100);
    if (!await(max).isCaughtUp()) {
      throw new StackException(
          "the index did not catch up with the sample within %d s".formatted(max.toSeconds()));
    }
  }

  /// Waits at most `max` until the index holds all that was written to the table before the call.
  /// Returns at once if the table is not followed.
  public PumpState await(Duration max) throws InterruptedException {
    StreamPump pump = parts.pump();
    return pump == null ? PumpState.CAUGHT_UP : pump.await(max);
  }

  private static void pause(Duration duration) {
    try {
      Thread.sleep(duration);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StackException("interrupted while loading", e);
    }
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
}
