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
import pagemark.function.FunctionEnvironment;
import pagemark.listing.Listing;
import pagemark.log.FunctionLog;
import pagemark.services.Services;
import pagemark.signal.LogLine;
import pagemark.signal.Metric;
import pagemark.state.Generation;
import pagemark.state.StateTable;
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

  private final Services services;
  private final String table;
  private final SignedStream stream;
  private final EventSink sink;

  /// Wired from the environment: the variables of [Services#of], TABLE_NAME, STREAM_ARN,
  /// SYNC_FUNCTION_NAME, AWS_ENDPOINT_URL_DYNAMODB_STREAMS, AWS_ENDPOINT_URL_LAMBDA, and
  /// AWS_REGION.
  ///
  /// @throws IllegalArgumentException if a variable is missing, or no listing names the table
  /// @throws pagemark.listing.json.InvalidListingsException naming every mistake of the listings
  public StreamWatchHandler() {
    this(new FunctionEnvironment(System.getenv()));
  }

  private StreamWatchHandler(FunctionEnvironment environment) {
    this(environment.services(), environment, calls(environment));
  }

  private StreamWatchHandler(
      Services services, FunctionEnvironment environment, SignedCalls calls) {
    this(
        services,
        environment.table(),
        new SignedStream(
            calls, uri(environment, "AWS_ENDPOINT_URL_DYNAMODB_STREAMS"), environment.stream()),
        EventSink.ofLambda(
            calls,
            uri(environment, "AWS_ENDPOINT_URL_LAMBDA"),
            environment.required("SYNC_FUNCTION_NAME")));
  }

  /// @param table the name of the followed table
  /// @param stream the consumed stream
  /// @param sink takes records that are delivered again
  public StreamWatchHandler(Services services, String table, SignedStream stream, EventSink sink) {
    this.services = services;
    this.table = table;
    this.stream = stream;
    this.sink = sink;
  }

  private static SignedCalls calls(FunctionEnvironment environment) {
    return new SignedCalls(
        UrlConnectionHttpClient.builder().socketTimeout(ANSWER_MAX).build(),
        DefaultCredentialsProvider.builder().build(),
        environment.required("AWS_REGION"));
  }

  private static URI uri(FunctionEnvironment environment, String name) {
    return URI.create(environment.required(name));
  }

  @Override
  public Map<String, Object> handleRequest(Map<String, Object> input, Context context) {
    LambdaLogger log = context.getLogger();
    StreamWatch watch = watch(line -> log.log(line, LogLevel.ERROR));
    if ("Object Created".equals(input.get("detail-type"))) {
      LogLine line = new LogLine("givenUp").put("message", "stream records were given up");
      new FunctionLog(context, services.clock())
          .write(line.put(Metric.UNAPPLIED, 1), LogLevel.ERROR);
      watch.givenUp();
    } else {
      watch.run(() -> context.getRemainingTimeInMillis() > MARGIN_MILLIS);
    }
    return Map.of();
  }

  /// The watch that this function runs.
  ///
  /// @param log takes a line for each mark
  public StreamWatch watch(Consumer<String> log) {
    StateTable state = services.state();
    return new StreamWatch(
        new StreamWatch.Ports(
            this::live,
            () -> StreamedTable.describe(services.dynamo(), table),
            state,
            services.writers(),
            services.watch(stream.arn()),
            stream,
            sink,
            services.clock()),
        stream.arn(),
        log);
  }

  private List<Generation> live() {
    return services.listings().of(table).stream()
        .map(Listing::name)
        .flatMap(listing -> services.state().live(listing).stream())
        .toList();
  }
}
