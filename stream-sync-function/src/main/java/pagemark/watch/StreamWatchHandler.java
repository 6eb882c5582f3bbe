package pagemark.watch;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.logging.LogLevel;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import pagemark.function.FunctionParts;
import pagemark.listing.Listing;
import pagemark.state.Generation;
import pagemark.state.StateTable;
import pagemark.state.WatchItems;
import pagemark.state.writer.WriterItems;
import pagemark.sync.StreamedTable;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/// The Lambda function that watches the stream ([StreamWatch]). A schedule starts it, and so does
/// EventBridge if an object is put into the bucket of failed records. It runs outside the private
/// network, from which DynamoDB Streams cannot be reached, and does not use the index. Its answer
/// is an empty object.
public final class StreamWatchHandler
    implements RequestHandler<Map<String, Object>, Map<String, Object>> {
  /// Longer than one invocation of the stream's function, which may take a minute.
  private static final int MARGIN_MILLIS = 75_000;

  private static final Duration ANSWER_MAX = Duration.ofSeconds(70);

  private final FunctionParts parts;
  private final String stream;
  private final EventSink sink;
  private final WatchedStream records;

  /// Wired from the environment: the variables of [FunctionParts], STREAM_ARN, SYNC_FUNCTION_NAME,
  /// AWS_ENDPOINT_URL_DYNAMODB_STREAMS, AWS_ENDPOINT_URL_LAMBDA, and AWS_REGION.
  ///
  /// @throws IllegalArgumentException if a variable is missing, or no listing names the table
  /// @throws pagemark.listing.json.InvalidListingsException naming every mistake of the listings
  public StreamWatchHandler() {
    this(System.getenv());
  }

  private StreamWatchHandler(Map<String, String> environment) {
    this(FunctionParts.of(environment), environment);
  }

  private StreamWatchHandler(FunctionParts parts, Map<String, String> environment) {
    this(parts, FunctionParts.required(environment, "STREAM_ARN"), calls(environment), environment);
  }

  private StreamWatchHandler(
      FunctionParts parts, String stream, SignedCalls calls, Map<String, String> environment) {
    this(
        parts,
        new SignedStream(calls, uri(environment, "AWS_ENDPOINT_URL_DYNAMODB_STREAMS"), stream),
        EventSink.ofLambda(
            calls,
            uri(environment, "AWS_ENDPOINT_URL_LAMBDA"),
            FunctionParts.required(environment, "SYNC_FUNCTION_NAME")),
        stream);
  }

  /// @param stream the ARN of the consumed stream
  public StreamWatchHandler(
      FunctionParts parts, WatchedStream records, EventSink sink, String stream) {
    this.parts = parts;
    this.records = records;
    this.sink = sink;
    this.stream = stream;
  }

  private static SignedCalls calls(Map<String, String> environment) {
    return new SignedCalls(
        UrlConnectionHttpClient.builder().socketTimeout(ANSWER_MAX).build(),
        DefaultCredentialsProvider.builder().build(),
        FunctionParts.required(environment, "AWS_REGION"));
  }

  private static URI uri(Map<String, String> environment, String name) {
    return URI.create(FunctionParts.required(environment, name));
  }

  @Override
  public Map<String, Object> handleRequest(Map<String, Object> input, Context context) {
    LambdaLogger log = context.getLogger();
    StreamWatch watch = watch(line -> log.log(line, LogLevel.ERROR));
    if ("Object Created".equals(input.get("detail-type"))) {
      watch.givenUp();
    } else {
      watch.run(() -> context.getRemainingTimeInMillis() > MARGIN_MILLIS);
    }
    return Map.of();
  }

  private StreamWatch watch(Consumer<String> log) {
    StateTable state = new StateTable(parts.dynamo(), parts.stateTable());
    return new StreamWatch(
        new StreamWatch.Ports(
            () -> live(state),
            () -> StreamedTable.describe(parts.dynamo(), parts.table()),
            state,
            new WriterItems(parts.dynamo(), parts.stateTable()),
            new WatchItems(parts.dynamo(), parts.stateTable(), stream),
            records,
            sink,
            parts.clock()),
        stream,
        log);
  }

  private List<Generation> live(StateTable state) {
    return parts.listings().of(parts.table()).stream()
        .map(Listing::name)
        .flatMap(listing -> state.live(listing).stream())
        .toList();
  }
}
