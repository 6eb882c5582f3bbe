package pagemark.local;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import java.io.IOException;
import java.util.List;
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
import pagemark.local.pump.PumpContext;
import pagemark.local.pump.StreamPump;
import pagemark.local.trial.Trial;
import pagemark.local.trial.TriedTable;
import pagemark.sync.StreamSyncHandler;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/// Opens the parts of a stack, in this order:
///
/// 1. The HTTP front takes its port. A port in use is reported before any server starts.
/// 2. Redis starts, unless the index is elsewhere, then DynamoDB Local, with the listings' table
///    and `pagemark-state`. An index in DynamoDB Local needs no other server.
/// 3. On an empty table, each listing gets a generation of the index. On a kept table, [IndexTrust]
///    decides which generations may be shown.
/// 4. The stream pump starts and calls the stream function, with what runs on a schedule beside it.
/// 5. The HTTP front begins to call the API function.
///
/// @param databases starts DynamoDB Local
/// @param opened takes each part as soon as it is open
record StackStart(
    LocalOptions options,
    Function<DynamoDbLocal.Options, DynamoDbLocal> databases,
    Opened opened,
    Consumer<String> log) {

  /// The parts of a running stack.
  ///
  /// @param pump null if the table is not followed
  /// @param trial null if the table is the stack's own
  record Parts(
      HttpFront front,
      LocalState state,
      LocalFunction<DynamodbEvent, StreamsEventResponse> sync,
      @Nullable StreamPump pump,
      @Nullable Trial trial) {}

  /// @throws StackException if the listings or the options do not allow a start
  Parts open() {
    @Nullable TriedTable tried =
        options.tried() == null
            ? null
            : opened.add(TriedTable.open(options.tried(), options.listings()));
    Function<LocalDatabase, ListedTable> table = table(tried);
    HttpFront front = opened.add(bind());
    @Nullable DataFolder folder =
        options.dataDir() == null ? null : opened.add(DataFolder.open(options.dataDir()));
    LocalState state = state(folder, table);
    state.listings().warnings().forEach(warning -> log.accept("Warning: " + warning));
    @Nullable FollowedNote note = folder == null ? null : folder.note(state.index());
    IndexTrust trust = IndexTrust.judge(state, note);
    if (tried == null) {
      tell(trust.buildIndexes());
      state.index().store().markers().dangers().forEach(danger -> log.accept("Warning: " + danger));
    }
    LocalFunctions functions = new LocalFunctions(state, trust.shown(), log);
    StreamSyncHandler handler = functions.handler();
    LocalFunction<DynamodbEvent, StreamsEventResponse> sync = functions.sync(handler);
    @Nullable StreamPump pump = state.listed().isFollowed() ? follow(state, handler, sync) : null;
    if (note != null && pump != null) {
      opened.add(FollowedRecorder.start(note, state, pump, log));
    }
    @Nullable IndexRecovery recovery =
        state
            .index()
            .redis()
            .map(
                redis ->
                    IndexRecovery.start(redis, state, new Readiness(state, trust.shown()), log))
            .map(opened::add)
            .orElse(null);
    front.serve(
        new LocalRoutes(
            new HealthRoute(
                state, trust.shown(), pump, recovery, tried == null ? endpoints(state) : ""),
            page(state, trust, front.port()),
            new FunctionRoute(functions.api(), state.clock(), log)),
        log);
    return new Parts(front, state, sync, pump, tried == null ? null : new Trial(state, tried));
  }

  private static String endpoints(LocalState state) {
    return " --dynamodb-endpoint %s --index %s"
        .formatted(state.database().server().endpoint(), state.index().address());
  }

  /// Refuses listings that fit no table before any server starts.
  private Function<LocalDatabase, ListedTable> table(@Nullable TriedTable tried) {
    if (tried != null) {
      return _ -> tried.listed();
    }
    CreateTableRequest design = TableDesign.of(options.listings());
    return database -> ListedTable.created(database, design);
  }

  private HttpFront bind() {
    try {
      return HttpFront.bind(options.port());
    } catch (IOException e) {
      throw new StackException(
          "port %d cannot be taken (%s): free it or name another with --port"
              .formatted(options.port(), e.getMessage()),
          e);
    }
  }

  /// @param folder null to keep the data in memory
  private LocalState state(
      @Nullable DataFolder folder, Function<LocalDatabase, ListedTable> table) {
    String url = options.indexUrl();
    DynamoDbLocal.Options server =
        new DynamoDbLocal.Options(
            options.dynamodbPort(), folder == null ? null : folder.dynamodb());
    if (url != null && LocalIndex.isInDatabase(url)) {
      LocalDatabase database = opened.add(LocalDatabase.of(databases.apply(server)));
      LocalIndex index = opened.add(LocalIndex.in(database, url));
      return LocalState.open(options.listings(), database, index, table);
    }
    LocalIndex index =
        opened.add(
            LocalIndex.start(url, options.redisPort(), folder == null ? null : folder.redis()));
    LocalDatabase database = opened.add(LocalDatabase.of(databases.apply(server)));
    return LocalState.open(options.listings(), database, index, table);
  }

  /// Reports the listings that cannot be shown. Without a data folder the table is new, so that
  /// every listing must have an index; it is a failure if one has none.
  private void tell(List<String> lines) {
    if (options.dataDir() == null && !lines.isEmpty()) {
      throw new StackException(String.join("; ", lines));
    }
    lines.forEach(line -> log.accept(line + ". `pagemark rebuild` builds it from the table"));
  }

  private StreamPump follow(
      LocalState state,
      StreamSyncHandler handler,
      LocalFunction<DynamodbEvent, StreamsEventResponse> sync) {
    StreamPump pump =
        opened.add(StreamPump.start(stream(state), sync, new PumpContext(state.clock(), log)));
    opened.add(WriterPulse.start(handler, pump::quietSince, log));
    opened.add(Upkeep.start(state, sync, log));
    return pump;
  }

  private static FollowedStream stream(LocalState state) {
    DynamoDbStreamsClient client = state.listed().source().streams();
    String stream = state.table().stream();
    return state.listed().isReadOnly()
        ? FollowedStream.remote(client, stream)
        : FollowedStream.local(client, stream, state.database().server());
  }

  private WebPage page(LocalState state, IndexTrust trust, int port) {
    // The page writes with a client of its own, as any other writer does.
    DynamoDbClient writer =
        state.listed().isReadOnly()
            ? state.listed().source().dynamo()
            : opened.add(LocalDatabase.client(state.database().server().endpoint()));
    return new WebPage(
        state.listings(),
        trust.shown(),
        state.index().store().inspector(),
        writer,
        state.listed().isReadOnly(),
        port,
        log);
  }
}
