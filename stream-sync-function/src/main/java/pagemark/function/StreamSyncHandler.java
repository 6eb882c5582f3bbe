package pagemark.function;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse.BatchItemFailure;
import com.amazonaws.services.lambda.runtime.logging.LogLevel;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.state.KeyHashes;
import pagemark.sync.BatchOutcome;
import pagemark.sync.BatchOutcome.Unapplied;
import pagemark.sync.ChangeReader;
import pagemark.sync.StreamSync;

/// The Lambda function that consumes the table's stream. It has each batch of records applied to
/// the index ([StreamSync]), logs one line and answers. Before that it suspends generations of
/// streams that the table no longer has.
///
/// The answer names the first record that was not applied, if there is one. All records before it
/// are applied; Lambda delivers it again with all that follow. The event source mapping must have
/// `ReportBatchItemFailures`: without it, Lambda takes a failure for success.
///
/// @param hashes stand for items in the log
public record StreamSyncHandler(StreamSync sync, KeyHashes hashes, InstantSource clock)
    implements RequestHandler<DynamodbEvent, StreamsEventResponse> {
  /// Wired from the environment; see [Wiring#of].
  public StreamSyncHandler() {
    this(Wiring.of(System.getenv()));
  }

  private StreamSyncHandler(Wiring wiring) {
    this(wiring.sync(wiring::described), wiring.services().keyHashes(), wiring.services().clock());
  }

  /// @throws IllegalArgumentException if a record has no sequence number; nothing was applied
  @Override
  public StreamsEventResponse handleRequest(DynamodbEvent event, Context context) {
    judgeStreams(context.getLogger());
    BatchOutcome outcome = sync.sync(event, context::getRemainingTimeInMillis);
    Duration lag =
        ChangeReader.oldest(event)
            .map(oldest -> Duration.between(oldest, clock.instant()))
            .orElse(null);
    new BatchLog(new FunctionLog(context, clock), hashes)
        .write(ChangeReader.records(event).size(), lag, outcome);
    return response(event, outcome.unapplied());
  }

  /// A failure here does not fail the batch: the next batch, or the watch, tries again.
  private void judgeStreams(LambdaLogger log) {
    try {
      sync.judgeStreams(line -> log.log(line, LogLevel.ERROR));
    } catch (RuntimeException e) {
      log.log("generations of other streams could not be checked: " + e, LogLevel.WARN);
    }
  }

  private static StreamsEventResponse response(DynamodbEvent event, @Nullable Unapplied unapplied) {
    List<BatchItemFailure> failures =
        unapplied == null
            ? List.of()
            : List.of(
                new BatchItemFailure(
                    event.getRecords().get(unapplied.record()).getDynamodb().getSequenceNumber()));
    return new StreamsEventResponse(failures);
  }
}
