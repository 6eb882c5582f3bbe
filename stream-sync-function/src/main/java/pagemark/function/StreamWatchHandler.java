package pagemark.function;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.logging.LogLevel;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import pagemark.services.Services;
import pagemark.signal.LogLine;
import pagemark.signal.Metric;
import pagemark.watch.EventSink;
import pagemark.watch.SignedCalls;
import pagemark.watch.SignedStream;
import pagemark.watch.StreamWatch;
import pagemark.watch.WatchedStream;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/// The Lambda function that watches the stream ([StreamWatch]). A schedule starts it, and so does
/// EventBridge if an object is put into the bucket of failed records. It runs outside the private
/// network, from which DynamoDB Streams cannot be reached, and does not use the index. Its answer
/// is an empty object.
///
/// @param records those of the stream
/// @param sink takes records that are delivered again
public record StreamWatchHandler(WatchWiring wiring, WatchedStream records, EventSink sink)
    implements RequestHandler<Map<String, Object>, Map<String, Object>> {
  /// Longer than one invocation of the stream's function, which may take a minute.
  private static final int MARGIN_MILLIS = 75_000;

  private static final Duration ANSWER_MAX = Duration.ofSeconds(70);

  /// Wired from the environment: the variables of [WatchWiring#of], SYNC_FUNCTION_NAME,
  /// AWS_ENDPOINT_URL_DYNAMODB_STREAMS, AWS_ENDPOINT_URL_LAMBDA, and AWS_REGION.
  public StreamWatchHandler() {
    this(System.getenv());
  }

  private StreamWatchHandler(Map<String, String> environment) {
    this(environment, WatchWiring.of(environment), calls(environment));
  }

  private StreamWatchHandler(
      Map<String, String> environment, WatchWiring wiring, SignedCalls calls) {
    this(
        wiring,
        new SignedStream(
            calls, uri(environment, "AWS_ENDPOINT_URL_DYNAMODB_STREAMS"), wiring.stream()),
        EventSink.ofLambda(
            calls,
            uri(environment, "AWS_ENDPOINT_URL_LAMBDA"),
            Services.required(environment, "SYNC_FUNCTION_NAME")));
  }

  private static SignedCalls calls(Map<String, String> environment) {
    return new SignedCalls(
        UrlConnectionHttpClient.builder().socketTimeout(ANSWER_MAX).build(),
        DefaultCredentialsProvider.builder().build(),
        Services.required(environment, "AWS_REGION"));
  }

  private static URI uri(Map<String, String> environment, String name) {
    return URI.create(Services.required(environment, name));
  }

  @Override
  public Map<String, Object> handleRequest(Map<String, Object> input, Context context) {
    LambdaLogger log = context.getLogger();
    StreamWatch watch = wiring.watch(records, sink, line -> log.log(line, LogLevel.ERROR));
    if ("Object Created".equals(input.get("detail-type"))) {
      LogLine line = new LogLine("givenUp").put("message", "stream records were given up");
      new FunctionLog(context, wiring.clock()).write(line.put(Metric.UNAPPLIED, 1), LogLevel.ERROR);
      watch.givenUp();
    } else {
      watch.run(() -> context.getRemainingTimeInMillis() > MARGIN_MILLIS);
    }
    return Map.of();
  }
}
