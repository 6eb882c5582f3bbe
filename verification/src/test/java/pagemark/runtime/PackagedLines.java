package pagemark.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import pagemark.local.data.Sample;
import pagemark.signal.LogLine;

/// The lines that packaged functions have printed, with JSON as the log's format: Lambda's runtime
/// writes ours as they are, and puts texts into objects of its own.
final class PackagedLines {
  /// A group, a text and keys of the events and the sample.
  private static final List<String> CONTENT = List.of(Sample.GROUP, "tissu", "hugo", "omar");

  private PackagedLines() {}

  /// Checks the lines of all functions, of which the API has answered pages and the stream function
  /// has taken batches.
  ///
  /// @param running by logical id
  static void assertTold(Map<String, FunctionProcess> running) throws IOException {
    for (FunctionProcess process : running.values()) {
      for (String content : CONTENT) {
        assertFalse(process.output().contains(content), () -> content + " in " + process.output());
      }
      for (JsonNode line : process.lines()) {
        assertTrue(line.toString().getBytes(UTF_8).length <= LogLine.BYTES_MAX, line::toString);
        assertTrue(line.has("level"), line::toString);
        Instant.parse(line.path("timestamp").asText());
      }
    }
    assertEquals(Set.of("Latency", "ReadUnits"), metrics(running, "ApiFunction"));
    assertTrue(metrics(running, "StreamSyncFunction").contains("Lag"));
  }

  private static Set<String> metrics(Map<String, FunctionProcess> running, String function)
      throws IOException {
    FunctionProcess process = running.get(function);
    assertTrue(process != null, function);
    Set<String> metrics = new HashSet<>();
    for (JsonNode line : process == null ? List.<JsonNode>of() : process.lines()) {
      line.at("/_aws/CloudWatchMetrics/0/Metrics")
          .forEach(metric -> metrics.add(metric.path("Name").asText()));
    }
    return metrics;
  }
}
