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
import pagemark.signal.Trouble;

/// The alarms and the dashboard: what they name exists.
final class AlarmsTest {
  private static final String METRICS =
      "verification/src/test/resources/pagemark/deploy/aws-metrics.csv";

  private final List<Alarm> alarms = Alarm.all();

  /// Which function writes which metric while all is well. The game day sees it.
  private static final Map<Metric, String> WRITERS =
      Map.of(
          Metric.LATENCY, Template.API,
          Metric.READ_UNITS, Template.API,
          Metric.LAG, Template.SYNC);

  /// Which function writes the trouble of an alarm.
  private static final Map<String, String> TELLERS =
      Map.of(
          "ApiFails", Template.API,
          "IndexIsInexact", Template.REPAIR,
          "MachineryFails", Template.REPAIR,
          "RecordsGivenUp", Template.REPAIR,
          "StreamIsBehind", Template.WATCH);

  @Test
  void theyAskForNothingButResourcesOfTheWatchedStackAndNoCacheIsNoAlarm() {
    Set<String> asked = Alarm.TEMPLATE.names("Parameters");
    asked.removeAll(Project.template().names("Resources"));
    assertEquals(
        Set.of("AlarmTopicArn", "CacheGigabytesMax", "CacheUnitsPerSecondMax", "WatchedStack"),
        asked);
    assertEquals(
        Set.of("BytesUsedForCache", "ElastiCacheProcessingUnits"),
        difference(named(Set.of()), named(Set.of("Cache"))));
    dashboard(Alarm.stack(Set.of("Cache")));
  }

  private static Set<String> named(Set<String> missing) {
    return Alarm.all(missing).stream()
        .flatMap(alarm -> alarm.metrics().stream())
        .map(NamedMetric::name)
        .collect(toSet());
  }

  private static Set<String> difference(Set<String> all, Set<String> some) {
    return all.stream().filter(each -> !some.contains(each)).collect(toSet());
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
                  Arrays.stream(known.getOrDefault(name, "none").split("\\+", -1)).collect(toSet());
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

  @Test
  void alarmsAndWidgetsNameOurMetricsAsFunctionsWriteThem() {
    everyMetric()
        .filter(NamedMetric::isOwn)
        .forEach(
            named -> {
              Metric metric = metric(named.name());
              assertEquals(
                  Set.copyOf(metric.dimensions()), named.dimensions().keySet(), named::toString);
              String writer =
                  metric == Metric.TROUBLE
                      ? TELLERS.get(named.dimensions().get("alarm"))
                      : WRITERS.get(metric);
              assertEquals("<" + writer + ">", named.dimensions().get("function"), named::toString);
            });
  }

  private static Metric metric(String title) {
    return Arrays.stream(Metric.values())
        .filter(metric -> metric.title().equals(title))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no function writes " + title));
  }

  @Test
  void eachTroubleRaisesItsAlarmAndEachMetricIsShown() {
    Set<String> raised =
        Arrays.stream(Trouble.values())
            .map(Trouble::alarm)
            .filter(
                name ->
                    alarms.stream()
                        .filter(alarm -> alarm.name().equals(name))
                        .flatMap(alarm -> alarm.metrics().stream())
                        .anyMatch(named -> name.equals(named.dimensions().get("alarm"))))
            .collect(toSet());
    assertEquals(TELLERS.keySet(), raised);
    assertEquals(7, alarms.size());
    String shown = dashboard().toString();
    for (Metric metric : Metric.values()) {
      assertTrue(shown.contains(metric.title()), metric::title);
    }
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
      boolean tellsOfSilence = alarm.name().equals("Heartbeat");
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
