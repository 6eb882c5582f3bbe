package pagemark.function;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.logging.LogLevel;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import pagemark.listing.json.Listings;
import pagemark.services.Services;
import pagemark.signal.LogLine;
import pagemark.signal.Trouble;
import pagemark.state.Generation;
import pagemark.state.StateTable;
import pagemark.state.writer.Writers;
import pagemark.sync.StreamedTable;
import pagemark.watch.EventSink;
import pagemark.watch.SignedCalls;
import pagemark.watch.SignedStream;
import pagemark.watch.StreamWatch;
import pagemark.watch.WatchedStream;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// The Lambda function that watches the stream ([StreamWatch]). A schedule starts it, and so does
/// EventBridge if an object is put into the bucket of failed records. It runs outside the private
/// network, from which DynamoDB Streams cannot be reached, and has no part in the index, so it
/// knows no index URL. Its answer is an empty object.
///
/// @param listings those of the table, and of others
/// @param dynamo describes the table
/// @param table the name of the followed table
/// @param stream the ARN of its stream
/// @param records those of the stream
/// @param sink takes records that are delivered again
public record StreamWatchHandler(
    Listings listings,
    DynamoDbClient dynamo,
    StateTable state,
    String table,
    String stream,
    WatchedStream records,
    EventSink sink,
    InstantSource clock)
    implements RequestHandler<Map<String, Object>, Map<String, Object>> {
  /// Longer than one invocation of the stream's function, which may take a minute.
  private static final int MARGIN_MILLIS = 75_000;

  private static final Duration ANSWER_MAX = Duration.ofSeconds(70);

  /// Wired from the environment: `STATE_TABLE_NAME`, `TABLE_NAME`, `STREAM_ARN`,
  /// `SYNC_FUNCTION_NAME`, `AWS_ENDPOINT_URL_DYNAMODB_STREAMS`, `AWS_ENDPOINT_URL_LAMBDA`,
  /// `AWS_REGION`, and where the listings are, as in [Services#of].
  public StreamWatchHandler() {
    Map<String, String> environment = System.getenv();
    SignedCalls calls =
        new SignedCalls(
            UrlConnectionHttpClient.builder().socketTimeout(ANSWER_MAX).build(),
            DefaultCredentialsProvider.builder().build(),
            Services.required(environment, "AWS_REGION"));
    DynamoDbClient client = Wiring.dynamo();
    String arn = Services.required(environment, "STREAM_ARN");
    String watched = Services.required(environment, "TABLE_NAME");
    Listings all = Services.listings(environment);
    all.requireOf(watched);
    this(
        all,
        client,
        new StateTable(client, Services.required(environment, "STATE_TABLE_NAME")),
        watched,
        arn,
        new SignedStream(calls, uri(environment, "AWS_ENDPOINT_URL_DYNAMODB_STREAMS"), arn),
        EventSink.ofLambda(
            calls,
            uri(environment, "AWS_ENDPOINT_URL_LAMBDA"),
            Services.required(environment, "SYNC_FUNCTION_NAME")),
        InstantSource.system());
  }

  private static URI uri(Map<String, String> environment, String name) {
    return URI.create(Services.required(environment, name));
  }

  @Override
  public Map<String, Object> handleRequest(Map<String, Object> input, Context context) {
    LambdaLogger log = context.getLogger();
    StreamWatch watch = watch(line -> log.log(line, LogLevel.ERROR));
    if ("Object Created".equals(input.get("detail-type"))) {
      LogLine line = new LogLine("givenUp").put("message", "stream records were given up");
      new FunctionLog(context, clock).write(line, LogLevel.ERROR);
      watch.givenUp();
    } else {
      run(watch, context);
    }
    return Map.of();
  }

  private void run(StreamWatch watch, Context context) {
    FunctionLog log = new FunctionLog(context, clock);
    if (watch.run(() -> context.getRemainingTimeInMillis() > MARGIN_MILLIS)) {
      log.write(new LogLine("trouble").put(Trouble.UNCONSUMED), LogLevel.ERROR);
    }
    log.write(new LogLine("watch").looked(Trouble.UNCONSUMED), LogLevel.INFO);
  }

  /// The watch of the stream.
  ///
  /// @param log takes a line for each mark
  public StreamWatch watch(Consumer<String> log) {
    return new StreamWatch(
        new StreamWatch.Ports(
            this::live,
            () -> StreamedTable.describe(dynamo, table),
            state,
            Writers.of(state),
            records,
            sink,
            clock),
        stream,
        log);
  }

  private List<Generation> live() {
    return listings.of(table).stream()
        .flatMap(listing -> state.live(listing.name()).stream())
        .toList();
  }
}
