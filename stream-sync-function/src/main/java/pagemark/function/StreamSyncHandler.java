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
import pagemark.signal.LogLine;
import pagemark.signal.Metric;
import pagemark.state.KeyHashes;
import pagemark.state.QuarantinedItem;
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
    Wiring wiring = Wiring.of(System.getenv());
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

  /// Logs the result of a batch as JSON: one line for the batch, one for each loss, and one for
  /// each of the first ten poison records. No line contains an item key. The batch's line is the
  /// metric lag too; docs/signals.md lists the fields.
  record BatchLog(FunctionLog log, KeyHashes hashes) {
    private static final int POISONS_MAX = 10;

    /// @param records the number of records in the batch
    /// @param lag the age of its oldest record; null if that is unknown
    void write(int records, @Nullable Duration lag, BatchOutcome outcome) {
      outcome.poisons().stream().limit(POISONS_MAX).forEach(this::poison);
      outcome.losses().forEach(this::loss);
      LogLine line = new LogLine("batch").put("records", records);
      line.put("generations", outcome.generations());
      line.put("applied", outcome.counts().applied());
      line.put("duplicates", outcome.counts().duplicates());
      line.put("older", outcome.counts().older());
      line.put("repaired", outcome.counts().repaired());
      line.put("unmarked", outcome.counts().unmarked());
      line.put("poison", outcome.poisons().size());
      if (outcome.unapplied() != null) {
        line.put("firstUnapplied", outcome.unapplied().record());
        line.put("reason", outcome.unapplied().reason());
      }
      if (lag != null) {
        line.put(Metric.LAG, lag.toMillis());
      }
      log.write(line, outcome.unapplied() == null ? LogLevel.INFO : LogLevel.ERROR);
    }

    private void poison(QuarantinedItem item) {
      LogLine line = new LogLine("poison").listing(item.listing());
      line.put("keyHash", hashes.of(item.key()));
      line.put("sequence", item.sequence().digits());
      line.put("reason", item.reason());
      log.write(line, LogLevel.WARN);
    }

    private void loss(BatchOutcome.Loss loss) {
      LogLine line = new LogLine("lostWrites").listing(loss.listing());
      line.put("generation", loss.generation()).put("since", loss.since().toString());
      line.put("reason", "the store has lost acknowledged writes; pages are not exact");
      log.write(line, LogLevel.ERROR);
    }
  }
}
