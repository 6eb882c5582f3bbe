package pagemark.signal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class LogLineTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Instant NOON = Instant.parse("2024-05-01T12:00:00Z");

  private static String text(LogLine line) {
    String text = new String(line.bytes("pagemark-api", NOON), UTF_8);
    assertTrue(text.endsWith("}\n"), text);
    return text.strip();
  }

  @Test
  void isAnObjectOfItsFieldsInTheirOrder() {
    LogLine line = new LogLine("leftData").put("removed", List.of("a", "b")).put("left", 2);
    line.put("complete", true).put("sample", 0.01).put("kinds", Map.of("ghost", 7L));
    assertEquals(
        """
        {"event":"leftData","removed":["a","b"],"left":2,"complete":true,"sample":0.01,\
        "kinds":{"ghost":7},"timestamp":"2024-05-01T12:00:00Z"}\
        """,
        text(line));
  }

  /// The example of the specification has the same members.
  @Test
  void saysWhichFieldsAreMetrics() {
    LogLine line = new LogLine("request").put("listing", "comments");
    line.put(Metric.LATENCY, 12.34567).put(Metric.READ_UNITS, 1.0);
    assertEquals(
        """
        {"event":"request","listing":"comments","timestamp":"2024-05-01T12:00:00Z",\
        "function":"pagemark-api","Latency":12.346,"ReadUnits":1,\
        "_aws":{"Timestamp":1714564800000,"CloudWatchMetrics":[{"Namespace":"Pagemark",\
        "Dimensions":[["function","listing"]],"Metrics":[{"Name":"Latency","Unit":"Milliseconds"},\
        {"Name":"ReadUnits","Unit":"Count"}]}]}}\
        """,
        text(line));
  }

  @Test
  void metricsOfDifferentDimensionsAreListedApart() throws IOException {
    LogLine line = new LogLine("request").put("listing", "comments").put(Metric.LATENCY, 1);
    JsonNode json = JSON.readTree(text(line.put(Trouble.INEXACT)));
    JsonNode directives = json.at("/_aws/CloudWatchMetrics");
    assertEquals("[[\"function\",\"listing\"]]", directives.at("/0/Dimensions").toString());
    assertEquals(
        "[[\"function\",\"alarm\"],[\"function\",\"alarm\",\"kind\"]]",
        directives.at("/1/Dimensions").toString());
    assertEquals("Trouble", directives.at("/1/Metrics/0/Name").asText());
    assertEquals(2, directives.size());
  }

  @Test
  void refusesMetricsWhoseDimensionsItDoesNotHave() {
    LogLine latency = new LogLine("request").put(Metric.LATENCY, 1);
    assertThrows(IllegalStateException.class, () -> latency.bytes("pagemark-api", NOON));
  }

  @Test
  void neverHasMoreThanAKilobyteAndStaysAnObject() throws IOException {
    for (String unit : List.of("x", "\"", "\n", "\u0001", "é", "😀")) {
      for (int length = 0; length < 3000; length += 7) {
        LogLine line =
            new LogLine("batch").put("reason", unit.repeat(length)).put("at", "y" + length);
        byte[] bytes = line.put(Metric.LAG, 5).bytes("pagemark-sync", NOON);
        assertTrue(bytes.length <= LogLine.BYTES_MAX, () -> unit + " " + bytes.length);
        JsonNode json = JSON.readTree(bytes);
        assertEquals(5, json.path("Lag").intValue());
        assertTrue(json.path("_aws").isObject());
      }
    }
  }

  @Test
  void cutsTheLongestTextsAndKeepsTheOthers() throws IOException {
    LogLine line =
        new LogLine("request").put("reason", "r".repeat(2000)).put("at", "a".repeat(900));
    JsonNode json = JSON.readTree(text(line.put("cause", "timeout")));
    assertEquals("timeout", json.path("cause").asText());
    assertTrue(json.path("reason").asText().endsWith("..."), json::toString);
  }

  @Test
  void numbersThatJsonDoesNotHaveAreNull() {
    assertEquals(
        "{\"event\":\"x\",\"share\":null,\"timestamp\":\"2024-05-01T12:00:00Z\"}",
        text(new LogLine("x").put("share", Double.NaN)));
  }
}
