package pagemark.sync;

import com.amazonaws.services.lambda.runtime.LambdaLogger;
import com.amazonaws.services.lambda.runtime.logging.LogLevel;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import pagemark.state.QuarantinedItem;

/// Logs the result of a batch as JSON: one line for the batch, one for each loss, and one for each
/// of the first ten poison records. No line contains an item key.
record BatchLog(LambdaLogger log) {
  private static final int POISONS_MAX = 10;

  /// @param records the number of records in the batch
  void write(int records, BatchOutcome outcome) {
    outcome.poisons().stream().limit(POISONS_MAX).forEach(this::poison);
    outcome.losses().forEach(this::loss);
    ObjectNode line = line("batch").put("records", records);
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
    log.log(line.toString(), outcome.unapplied() == null ? LogLevel.INFO : LogLevel.ERROR);
  }

  private void poison(QuarantinedItem item) {
    ObjectNode line = line("poison").put("listing", item.listing());
    line.put("keyHash", item.keyHash());
    line.put("sequence", item.sequence().digits());
    line.put("reason", item.reason());
    log.log(line.toString(), LogLevel.WARN);
  }

  private void loss(LossWatch.Loss loss) {
    ObjectNode line = line("lostWrites").put("listing", loss.listing());
    line.put("generation", loss.generation()).put("since", loss.since().toString());
    line.put("reason", "the store has lost acknowledged writes; pages are not exact");
    log.log(line.toString(), LogLevel.ERROR);
  }

  private static ObjectNode line(String event) {
    return JsonNodeFactory.instance.objectNode().put("event", event);
  }
}
