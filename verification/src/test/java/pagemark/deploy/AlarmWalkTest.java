package pagemark.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import pagemark.deploy.Alarm.NamedMetric;

/// Walks through a day of values, period by period, and sees which alarms are on. A day begins with
/// a night without requests, its table is quiet, and the repair and the watch run. Each test brings
/// a fault into it, and the fault's end.
final class AlarmWalkTest {
  private static final int DAY = 24 * 60;
  private static final int EVERY = 5;
  private static final int BEGIN = 10 * 60;
  private static final int END = 15 * 60;

  private static final String REPAIR = "Trouble IndexIsInexact <RepairFunction>";
  private static final String WATCH = "Trouble StreamIsBehind <StreamWatchFunction>";

  private final Map<String, NavigableMap<Integer, List<Double>>> values = new HashMap<>();
  private final List<Alarm> alarms = Alarm.all();

  private void put(String metric, int minute, double value) {
    values
        .computeIfAbsent(metric, _ -> new TreeMap<>())
        .computeIfAbsent(minute, _ -> new ArrayList<>())
        .add(value);
  }

  /// The runs of a day, but for those of the metrics of a fault.
  private void day(String... missing) {
    for (int minute = 2; minute < DAY; minute += EVERY) {
      for (String metric : List.of(REPAIR, WATCH, "BytesUsedForCache <Cache>")) {
        if (!Set.of(missing).contains(metric) || minute < BEGIN || minute >= END) {
          put(metric, minute, 0);
        }
      }
    }
  }

  private void request(int minute, double millis, boolean fails) {
    put("Count <Api> $default", minute, 1);
    put("5xx <Api> $default", minute, fails ? 1 : 0);
    put("Latency <Api> $default", minute, millis);
  }

  private void often(String metric, int from, int to, double value) {
    for (int minute = from; minute < to; minute += EVERY) {
      put(metric, minute, value);
    }
  }

  /// The alarms that are on at a minute. They are the same in all minutes of a period.
  private Set<String> on(int minute) {
    Set<String> on = new TreeSet<>();
    alarms.stream().filter(alarm -> isOn(alarm, minute)).forEach(alarm -> on.add(alarm.name()));
    return on;
  }

  private boolean isOn(Alarm alarm, int minute) {
    JsonNode properties = alarm.properties();
    boolean isMissingBad = properties.path("TreatMissingData").asText().equals("breaching");
    int bad = 0;
    for (int i = 1; i <= properties.path("EvaluationPeriods").asInt(); i++) {
      double value = value(alarm, minute / EVERY - i);
      bad += (Double.isNaN(value) ? isMissingBad : alarm.isOver(value)) ? 1 : 0;
    }
    return bad >= properties.path("DatapointsToAlarm").asInt();
  }

  /// NaN if there is none.
  private double value(Alarm alarm, int period) {
    JsonNode properties = alarm.properties();
    if (!properties.has("Metrics")) {
      assertEquals(EVERY * 60, properties.path("Period").asInt(), alarm.name());
      String extended = properties.path("ExtendedStatistic").asText();
      return statistic(properties, properties.path("Statistic").asText(extended), period);
    }
    return Expression.value(
        properties.at("/Metrics/0/Expression").asText(), id -> value(alarm, id, period));
  }

  private double value(Alarm alarm, String id, int period) {
    for (JsonNode query : alarm.properties().path("Metrics")) {
      if (query.path("Id").asText().equals(id) && query.has("Expression")) {
        return Expression.value(
            query.path("Expression").asText(), other -> value(alarm, other, period));
      }
      if (query.path("Id").asText().equals(id)) {
        JsonNode stat = query.path("MetricStat");
        assertEquals(EVERY * 60, stat.path("Period").asInt(), alarm.name());
        return statistic(stat.path("Metric"), stat.path("Stat").asText(), period);
      }
    }
    throw new AssertionError(alarm.name() + " has no metric " + id);
  }

  private double statistic(JsonNode metric, String statistic, int period) {
    NamedMetric named = NamedMetric.of(metric);
    String key = named.name() + " " + String.join(" ", named.dimensions().values());
    double[] all =
        values
            .getOrDefault(key, Collections.emptyNavigableMap())
            .subMap(period * EVERY, (period + 1) * EVERY)
            .values()
            .stream()
            .flatMapToDouble(at -> at.stream().mapToDouble(Double::doubleValue))
            .toArray();
    if (all.length == 0) {
      return Double.NaN;
    }
    return switch (statistic) {
      case "Sum" -> DoubleStream.of(all).sum();
      case "Maximum" -> DoubleStream.of(all).max().orElseThrow();
      case "SampleCount" -> all.length;
      case "PR(2000:30000)" ->
          100.0 * DoubleStream.of(all).filter(v -> v >= 2000).count() / all.length;
      default -> throw new AssertionError("no statistic " + statistic);
    };
  }

  /// Asserts that an alarm is on from some minutes after the begin to the end of the fault, off
  /// some minutes after it, and that no other one is on in all the day.
  private void assertOn(String alarm, int sooner, int later) {
    for (int minute = 60; minute < DAY; minute += EVERY) {
      Set<String> on = on(minute);
      on.remove(alarm);
      assertEquals(Set.of(), on, "at minute " + minute);
      boolean isOn = isOn(named(alarm), minute);
      if (minute < BEGIN || minute >= END + later) {
        assertEquals(false, isOn, alarm + " at minute " + minute);
      } else if (minute >= BEGIN + sooner && minute < END) {
        assertEquals(true, isOn, alarm + " at minute " + minute);
      }
    }
  }

  private Alarm named(String name) {
    return alarms.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void aQuietDayIsNoAlarmNorIsOneSlowOrFailedRequest() {
    day();
    request(BEGIN, 2_500, true);
    request(END, 80, false);
    for (int minute = 60; minute < DAY; minute += EVERY) {
      assertEquals(Set.of(), on(minute), "at minute " + minute);
    }
  }

  /// It was an alarm only if more than four failed.
  @Test
  void fourFailingRequestsOfFour() {
    day();
    for (int i = 0; i < 4; i++) {
      request(BEGIN + i, 80, true);
    }
    assertEquals(Set.of("ApiFails"), on(BEGIN + EVERY));
    assertEquals(Set.of(), on(BEGIN + 2 * EVERY), "nobody asks any more");
  }

  @Test
  void pagesWithoutTheIndex() {
    day();
    for (int minute = BEGIN; minute < END; minute++) {
      request(minute, 80, false);
      put("Trouble ApiFails <ApiFunction>", minute, 1);
    }
    assertOn("ApiFails", EVERY, EVERY);
  }

  /// A percentile was evaluated only from two requests a second on, and the alarm stayed at night.
  @Test
  void slowPagesForOneReaderWhoThenSleeps() {
    day();
    for (int minute = BEGIN; minute < END; minute++) {
      request(minute, 3_000, false);
    }
    assertOn("ApiIsSlow", 3 * EVERY, 2 * EVERY);
  }

  /// Nothing was wrong that anybody wrote.
  @Test
  void aRepairOrAWatchThatDoesNotRun() {
    for (String metric : List.of(REPAIR, WATCH)) {
      values.clear();
      day(metric);
      assertOn("Heartbeat", 3 * EVERY, 2 * EVERY);
    }
  }

  /// The consumer's age was missing. The watch finds its own delivery's note in each second run.
  @Test
  void aConsumerThatIsSwitchedOff() {
    day();
    for (int minute = BEGIN; minute < END; minute += 2 * EVERY) {
      put(WATCH, minute, 1);
    }
    assertOn("StreamIsBehind", EVERY, 6 * EVERY);
  }

  @Test
  void aBatchThatComesAgain() {
    day();
    for (int minute = BEGIN; minute < END; minute++) {
      put("IteratorAge <StreamSyncFunction>", minute, 60_000.0 * (minute - BEGIN));
    }
    assertOn("StreamIsBehind", 15, 6 * EVERY);
  }

  /// One late run was the end of the alarm, and twelve more had to follow.
  @Test
  void suspectsThatStayAlthoughARunIsLate() {
    day();
    often(REPAIR, BEGIN, END, 1);
    Objects.requireNonNull(values.get(REPAIR)).remove(BEGIN + 60);
    put(REPAIR, BEGIN + 64, 1);
    assertOn("IndexIsInexact", 2 * EVERY, 3 * EVERY);
  }

  /// The event was over after five minutes, and the alarm with it.
  @Test
  void recordsThatWereGivenUpUntilAnAuditHasRepairedThem() {
    day();
    often("Trouble RecordsGivenUp <RepairFunction>", BEGIN, END, 1);
    assertOn("RecordsGivenUp", EVERY, 3 * EVERY);
  }

  @Test
  void aFailedRebuildUntilSomebodyGoesOnWithIt() {
    day();
    put("ExecutionsFailed <Rebuild>", BEGIN, 1);
    often("Trouble MachineryFails <RepairFunction>", BEGIN + 30, END, 1);
    assertOn("MachineryFails", EVERY, 12 * EVERY);
  }

  @Test
  void aCacheThatDoesNotSayHowFullItIs() {
    day("BytesUsedForCache <Cache>");
    assertOn("MachineryFails", EVERY, 12 * EVERY);
  }
}
