package pagemark.local;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import pagemark.api.PageHandler;
import pagemark.embedded.DynamoDbLocal;
import pagemark.function.StreamSyncHandler;
import pagemark.local.LocalStack.LocalOptions;
import pagemark.local.data.LocalDatabase;
import pagemark.local.data.LocalDatabase.DataFolder;
import pagemark.local.data.LocalState;
import pagemark.local.data.LocalState.LocalIndex;
import pagemark.local.data.StackException;
import pagemark.local.data.TableDesign;
import pagemark.local.http.FunctionRoute;
import pagemark.local.http.HttpFront;
import pagemark.local.lambda.LocalFunction;
import pagemark.local.page.WebPage;
import pagemark.local.pump.StreamPump;
import pagemark.pages.Pages;
import pagemark.pages.PagesServices;
import pagemark.pages.cursor.CursorKeys;
import pagemark.services.Services;
import pagemark.sync.StreamSync;
import pagemark.watch.EventSink;
import pagemark.watch.WatchedStream;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;

/// Opens the parts of a stack, in this order:
///
/// 1. The HTTP front takes its port. A port in use is reported before any server starts.
/// 2. Redis starts, unless the index is elsewhere, then DynamoDB Local, with the listings' table
///    and `pagemark-state`. An index in DynamoDB Local needs no other server.
/// 3. On an empty table, each listing gets a generation of the index ([LocalState#open]). The index
///    of any other table is built once the stack runs ([IndexBuild]).
/// 4. The stream pump starts and calls the stream function, with what runs on a schedule beside it.
/// 5. The HTTP front begins to call the API function.
///
/// @param databases starts DynamoDB Local
/// @param opened takes each part as soon as it is open
record StackStart(
    LocalOptions options,
    Function<DynamoDbLocal.Options, DynamoDbLocal> databases,
    OpenParts opened,
    Consumer<String> log) {

  /// The parts of a running stack.
  ///
  /// @param page knows some groups of the listings
  /// @param pump null if the table is not followed
  /// @param notices lines to print before indexes are built
  record Parts(
      HttpFront front,
      LocalState state,
      IndexBuild build,
      WebPage page,
      @Nullable StreamPump pump,
      List<String> notices) {
    Parts {
      notices = List.copyOf(notices);
    }
  }

  /// @throws StackException if the listings or the options do not allow a start
  Parts open() {
    @Nullable TriedTable tried =
        options.tried() == null
            ? null
            : opened.add(TriedTable.open(options.tried(), options.listings()));
    Function<LocalDatabase, LocalState.ListedTable> table = table(tried);
    HttpFront front = opened.add(bind());
    LocalState state = state(table);
    state.listings().warnings().forEach(warning -> log.accept("Warning: " + warning));
    if (tried == null) {
      state.index().store().markers().dangers().forEach(danger -> log.accept("Warning: " + danger));
    }
    Functions functions = new Functions(state, log);
    StreamSync consumer = functions.consumer();
    @Nullable StreamPump pump =
        state.listed().isFollowed() ? follow(state, consumer, functions.sync(consumer)) : null;
    IndexBuild build = new IndexBuild(state, consumer, pump);
    IndexBuild.@Nullable Recovery recovery =
        state
            .index()
            .redis()
            .map(redis -> IndexBuild.Recovery.start(redis, build, endpoints(state), log))
            .map(opened::add)
            .orElse(null);
    HttpFront.Route health =
        new HealthRoute(state, build, pump, recovery, tried == null ? endpoints(state) : "");
    Pages pages = functions.pages();
    WebPage page = page(state, pages);
    HttpFront.Route api = new FunctionRoute(functions.api(pages), log);
    HttpFront.Route all = request -> route(request.path(), health, page, api).answer(request);
    front.serve(new HttpFront.HostRoute(all, front.port(), options.hostName()), log);
    int scans = state.listings().all().size();
    return new Parts(
        front, state, build, page, pump, tried == null ? List.of() : tried.notices(scans));
  }

  private static HttpFront.Route route(
      String path, HttpFront.Route health, HttpFront.Route page, HttpFront.Route api) {
    return WebPage.has(path) ? page : path.equals("/health") ? health : api;
  }

  private static String endpoints(LocalState state) {
    return " --dynamodb-endpoint %s --index %s"
        .formatted(state.database().server().endpoint(), state.index().address());
  }

  /// Refuses listings that fit no table before any server starts.
  private Function<LocalDatabase, LocalState.ListedTable> table(@Nullable TriedTable tried) {
    if (tried != null) {
      return _ -> tried.listed();
    }
    CreateTableRequest design = TableDesign.of(options.listings());
    return database -> LocalState.ListedTable.created(database, design);
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

  private LocalState state(Function<LocalDatabase, LocalState.ListedTable> table) {
    String url = options.indexUrl();
    DynamoDbLocal.Options server =
        new DynamoDbLocal.Options(options.dynamodbPort(), dynamodbFolder());
    if (url != null && LocalIndex.isInDatabase(url)) {
      LocalDatabase database = opened.add(LocalDatabase.of(databases.apply(server)));
      LocalIndex index = opened.add(LocalIndex.in(database, url));
      return LocalState.open(options.listings(), database, index, table);
    }
    LocalIndex index = opened.add(LocalIndex.start(url, options.redisPort()));
    LocalDatabase database = opened.add(LocalDatabase.of(databases.apply(server)));
    return LocalState.open(options.listings(), database, index, table);
  }

  private @Nullable Path dynamodbFolder() {
    return options.dataDir() == null
        ? null
        : opened.add(DataFolder.open(options.dataDir())).dynamodb();
  }

  private StreamPump follow(LocalState state, StreamSync consumer, LocalFunction sync) {
    WatchedStream stream = state.listed().source().stream(state.table().stream());
    EventSink sink = new EventSink(sync::call);
    StreamPump.Context context = new StreamPump.Context(state.clock(), log);
    StreamPump pump =
        opened.add(
            StreamPump.start(
                stream,
                sink,
                state.listed().isReadOnly()
                    ? StreamPump.Settings.REMOTE
                    : StreamPump.Settings.LOCAL,
                context));
    opened.add(Upkeep.WriterPulse.start(consumer, pump::quietSince, log));
    opened.add(Upkeep.start(state, sync, log));
    return pump;
  }

  private WebPage page(LocalState state, Pages pages) {
    return new WebPage(
        state.listings(),
        state.items(),
        state.index().store().inspector(),
        pages,
        state.listed().source().dynamo(),
        state.listed().isReadOnly(),
        options.draft(),
        log);
  }

  /// The production handlers, wired to the servers on this machine.
  ///
  /// @param state the opened `pagemark-state`, the listings and the servers
  /// @param log takes the log of the functions
  record Functions(LocalState state, Consumer<String> log) {
    /// Applies the records of the table's stream to the index.
    StreamSync consumer() {
      return state.wiring().sync(null);
    }

    LocalFunction sync(StreamSync consumer) {
      return LocalFunction.of(
          new StreamSyncHandler(consumer, state.services().keyHashes(), state.services().clock()),
          DynamodbEvent.class,
          StreamsEventResponse.class,
          new LocalFunction.Settings("stream-sync", Duration.ofSeconds(60), log));
    }

    Pages pages() {
      Services services = state.services();
      return Pages.of(
          new PagesServices(
              services.listings(),
              services.dynamo(),
              services.state(),
              services.suspects(),
              services.index().reader(),
              Optional.of(CursorKeys.random()),
              services.clock()));
    }

    LocalFunction api(Pages pages) {
      return new LocalFunction(
          new PageHandler(pages, state.clock(), true),
          new LocalFunction.Settings("api", Duration.ofSeconds(10), log));
    }
  }

  /// The opened parts of a stack. Closes them once, in the reverse order.
  static final class OpenParts implements AutoCloseable {
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    private final Consumer<String> log;

    OpenParts(Consumer<String> log) {
      this.log = log;
    }

    synchronized <T extends AutoCloseable> T add(T part) {
      parts.push(part);
      return part;
    }

    /// Closes the parts. If one fails to close, the others are closed all the same.
    @Override
    public synchronized void close() {
      while (!parts.isEmpty()) {
        try {
          parts.pop().close();
        } catch (Exception e) {
          log.accept("While stopping: " + e);
        }
      }
    }
  }
}
