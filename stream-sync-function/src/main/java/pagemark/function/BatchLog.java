package pagemark.function;

import com.amazonaws.services.lambda.runtime.logging.LogLevel;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import pagemark.signal.LogLine;
import pagemark.signal.Metric;
import pagemark.state.KeyHashes;
import pagemark.state.QuarantinedItem;
import pagemark.sync.BatchOutcome;

/// Logs the result of a batch as JSON: one line for the batch, one for each loss, and one for each
/// of the first ten poison records. No line contains an item key. The batch's line is the metric
/// lag too, and unapplied if the batch comes again; docs/signals.md lists the fields.
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
      line.put(Metric.UNAPPLIED, records - outcome.unapplied().record());
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
