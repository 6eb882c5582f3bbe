package pagemark.deploy;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import pagemark.deploy.Alarm.NamedMetric;
import pagemark.signal.Metric;

/// The alarms and the dashboard: what they name exists.
final class AlarmsTest {
  private static final String METRICS =
      "verification/src/test/resources/pagemark/deploy/aws-metrics.csv";

  private final List<Alarm> alarms = Alarm.all();

  /// Which function writes which metric, in order: with a listing that is well, then if something
  /// is wrong. The game day sees each of them.
  private static final Map<Metric, Set<String>> ALWAYS =
      Map.of(
          Metric.LATENCY, Set.of(Template.API),
          Metric.READ_UNITS, Set.of(Template.API),
          Metric.LAG, Set.of(Template.SYNC));

  private static final Map<Metric, Set<String>> IF_WRONG =
      Map.of(
          Metric.UNAPPLIED, Set.of(Template.SYNC, Template.WATCH),
          Metric.DEGRADED, Set.of(Template.API, Template.REPAIR),
          Metric.QUARANTINED, Set.of(Template.REPAIR),
          Metric.SUSPECTS, Set.of(Template.REPAIR),
          Metric.DRIFT, Set.of(Template.AUDIT));

  @Test
  void theyAskForNothingButResourcesOfTheWatchedStackAndNoCacheIsNoAlarm() {
    Set<String> asked = Alarm.TEMPLATE.names("Parameters");
    asked.removeAll(Project.template().names("Resources"));
    assertEquals(
        Set.of("AlarmTopicArn", "CacheGigabytesMax", "CacheUnitsPerSecondMax", "WatchedStack"),
        asked);
    Set<String> without = Alarm.stack(Set.of("Cache")).resources();
    assertEquals(
        Set.of("CacheMemoryHigh", "CacheUnitsHigh"),
        Alarm.stack(Set.of()).resources().stream()
            .filter(name -> !without.contains(name))
            .collect(toSet()));
    dashboard(Alarm.stack(Set.of("Cache")));
  }

  @Test
  void metricsOfAwsAreThoseOfItsDocuments() {
    Map<String, String> known = new HashMap<>();
    Project.text(METRICS)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split(",", -1))
        .forEach(
            row -> {
              assertTrue(row[4].startsWith("https://docs.aws.amazon.com/"), row[4]);
              known.put(row[0] + " " + row[1], row[2]);
            });
    Set<String> named = new TreeSet<>();
    everyMetric()
        .filter(metric -> !metric.isOwn())
        .forEach(
            metric -> {
              String name = metric.namespace() + " " + metric.name();
              named.add(name);
              Set<String> dimensions =
                  Arrays.stream(known.getOrDefault(name, "none").split("\\+")).collect(toSet());
              assertEquals(dimensions, metric.dimensions().keySet(), name);
            });
    assertEquals(new TreeSet<>(known.keySet()), named, "the list names nothing else");
  }

  private Stream<NamedMetric> everyMetric() {
    return Stream.concat(
        alarms.stream().flatMap(alarm -> alarm.metrics().stream()), widgetMetrics().stream());
  }

  private List<NamedMetric> widgetMetrics() {
    List<NamedMetric> metrics = new ArrayList<>();
    for (JsonNode widget : dashboard().path("widgets")) {
      for (JsonNode metric : widget.at("/properties/metrics")) {
        if (metric.path(0).isTextual()) {
          metrics.add(NamedMetric.ofWidget(metric));
        }
      }
    }
    return metrics;
  }

  private static JsonNode dashboard() {
    return dashboard(Alarm.stack(Set.of()));
  }

  private static JsonNode dashboard(Stack stack) {
    String body = stack.properties("Dashboard").path("DashboardBody").asText();
    try {
      return JsonMapper.builder().build().readTree(body);
    } catch (IOException e) {
      throw new AssertionError(body, e);
    }
  }

  /// Alarms have those of a function alone, because the template does not know the listings.
  @Test
  void alarmsAndWidgetsNameOurMetricsAsFunctionsWriteThem() {
    everyMetric()
        .filter(NamedMetric::isOwn)
        .forEach(
            named -> {
              Metric metric = metric(named.name());
              assertTrue(!metric.isOfListing(), () -> named + " has a listing too");
              Set<String> writers =
                  ALWAYS.getOrDefault(metric, IF_WRONG.getOrDefault(metric, Set.of()));
              assertEquals(Set.of("function"), named.dimensions().keySet(), named::toString);
              String function = named.dimensions().getOrDefault("function", "");
              assertTrue(
                  writers.contains(function.substring(1, function.length() - 1)), named::toString);
            });
  }

  private static Metric metric(String title) {
    return Arrays.stream(Metric.values())
        .filter(metric -> metric.title().equals(title))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no function writes " + title));
  }

  @Test
  void whatFunctionsWriteIsWatchedAndShown() {
    Set<Metric> watched =
        alarms.stream()
            .flatMap(alarm -> alarm.metrics().stream())
            .filter(NamedMetric::isOwn)
            .map(named -> metric(named.name()))
            .collect(toSet());
    assertEquals(IF_WRONG.keySet(), watched, "a metric of something wrong has an alarm");
    String shown = dashboard().toString();
    for (Metric metric : Metric.values()) {
      assertTrue(ALWAYS.containsKey(metric) != IF_WRONG.containsKey(metric), metric::title);
      assertTrue(shown.contains(metric.title()), metric::title);
    }
    assertTrue(Metric.values().length <= 8, "each costs");
  }

  @Test
  void eachAlarmSaysWhatItMeansAndWhereToReadOn() {
    for (Alarm alarm : alarms) {
      JsonNode properties = alarm.properties();
      String description = properties.path("AlarmDescription").asText();
      assertTrue(
          description.endsWith(". See docs/operations.md#" + alarm.name().toLowerCase(Locale.ROOT)),
          description);
      for (String actions : List.of("AlarmActions", "OKActions")) {
        assertEquals("[\"%s\"]".formatted(Alarm.TOPIC), properties.path(actions).toString());
      }
      boolean tellsOfSilence = alarm.name().equals("CacheMemoryHigh");
      assertEquals(
          tellsOfSilence ? "breaching" : "notBreaching",
          properties.path("TreatMissingData").asText(),
          alarm.name());
      assertTrue(
          properties.path("DatapointsToAlarm").asInt()
              <= properties.path("EvaluationPeriods").asInt(),
          alarm.name());
      assertTrue(
          Project.text("docs/operations.md").contains("\n### " + alarm.name() + "\n"),
          alarm.name());
      assertTrue(
          Project.text("docs/signals.md").contains("| `" + alarm.name() + "` |"), alarm.name());
    }
  }
}
