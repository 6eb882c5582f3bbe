package pagemark.pages.scope;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.entry.Position;
import pagemark.index.Extent;
import pagemark.key.AttributeType;
import pagemark.key.DatetimeSort;
import pagemark.key.EpochSort;
import pagemark.key.Groups;
import pagemark.key.KeyAttribute;
import pagemark.key.PositionCodec;
import pagemark.key.Sort;
import pagemark.key.SortType;
import pagemark.key.StringSort;
import pagemark.key.UnfitException;
import pagemark.pages.error.PagesException.InvalidParameter;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Windows of years, quarters, months, weeks, days and hours.
final class DuringTest {
  private static final long SEED = 20_261_126;
  private static final KeyAttribute KEY = new KeyAttribute("k", AttributeType.STRING);

  /// Clocks that change by an hour, by half an hour, at midnight, by a whole day, and never.
  private static final List<String> ZONES =
      List.of(
          "Europe/Berlin",
          "America/New_York",
          "Australia/Lord_Howe",
          "America/Sao_Paulo",
          "America/Havana",
          "Pacific/Apia",
          "Asia/Kolkata",
          "-09:30",
          "UTC");

  private final Random random = new Random(SEED);

  private static PositionCodec codec(SortType type) {
    return new PositionCodec(
        Groups.by(new KeyAttribute("g", AttributeType.STRING)), Sort.by("s", type), List.of(KEY));
  }

  private static SortType.AsTime type(String name) {
    return switch (name) {
      case "epochSeconds" -> EpochSort.SECONDS;
      case "epochMillis" -> EpochSort.MILLIS;
      default -> DatetimeSort.of(name);
    };
  }

  private static final int TIMES = Extent.of(1_500, 20_000);

  /// How a time is written in each unit, from the longest on.
  private static final List<Function<LocalDateTime, String>> UNITS =
      List.of(
          time -> cut(time, "uuuu"),
          time -> "%04d-Q%d".formatted(time.getYear(), (time.getMonthValue() + 2) / 3),
          time -> cut(time, "uuuu-MM"),
          DuringTest::week,
          time -> cut(time, "uuuu-MM-dd"),
          time -> cut(time, "uuuu-MM-ddTHH"));

  private static final List<Integer> DAYS = List.of(366, 92, 31, 7, 1, 1);

  private static String cut(LocalDateTime time, String form) {
    return time.toString().substring(0, form.length());
  }

  /// A week belongs to the year of its Thursday.
  private static String week(LocalDateTime time) {
    LocalDateTime thursday = time.plusDays(4 - time.getDayOfWeek().getValue());
    return "%04d-W%02d".formatted(thursday.getYear(), (thursday.getDayOfYear() + 6) / 7);
  }

  @ParameterizedTest
  @CsvSource({
    "epochMillis, 6",
    "epochSeconds, 6",
    "uuuu-MM-dd HH:mm, 6",
    "uuuuMMddHH, 6",
    "uuuu-MM-dd, 5",
    "uuuu-MM, 3",
    "uuuu, 1",
  })
  void aWindowHoldsTheTimesOfItsCalendar(String name, int units) throws UnfitException {
    SortType.AsTime type = type(name);
    PositionCodec codec = codec(type);
    int held = 0;
    for (int i = 0; i < TIMES; i++) {
      String zone =
          units < UNITS.size() || random.nextInt(8) == 0 ? null : ZONES.get(random.nextInt(9));
      int unit = random.nextInt(units);
      LocalDateTime time = any(zone);
      AttributeValue value = type.value(time);
      LocalDateTime other = near(time, unit);
      String text = UNITS.get(unit).apply(local(other, zone));
      boolean isIn = text.equals(UNITS.get(unit).apply(local(type.time(value), zone)));
      SortWindow window = During.window(codec, text, zone);
      assertEquals(
          isIn,
          window.holds(codec.position(Map.of("s", value, "k", AttributeValue.fromS("K")))),
          () -> "seed %d: %s during %s in %s".formatted(SEED, value, text, zone));
      held += isIn ? 1 : 0;
    }
    assertTrue(held > TIMES / 5 && held < TIMES * 4 / 5, "held " + held);
  }

  /// A time of the years 1900 to 2050, often one near a change of the clocks.
  private LocalDateTime any(@Nullable String zone) {
    Instant instant =
        Instant.parse("1900-01-01T00:00:00Z").plusSeconds(random.nextLong(150L * 31_556_952));
    ZoneOffsetTransition change =
        zone == null || random.nextBoolean()
            ? null
            : ZoneId.of(zone).getRules().nextTransition(instant);
    long hours = random.nextLong(Duration.ofHours(60).toMillis());
    return utc(
        change == null ? instant : change.getInstant().plusMillis(hours).minusSeconds(108_000));
  }

  private static LocalDateTime utc(Instant instant) {
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }

  /// A time at most about one unit away.
  private LocalDateTime near(LocalDateTime time, int unit) {
    long seconds = unit == UNITS.size() - 1 ? 3_600 : 86_400L * DAYS.get(unit);
    return time.plusSeconds(random.nextLong(-seconds, seconds + 1));
  }

  private static LocalDateTime local(LocalDateTime utc, @Nullable String zone) {
    return zone == null
        ? utc
        : LocalDateTime.ofInstant(utc.toInstant(ZoneOffset.UTC), ZoneId.of(zone));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "2024, -, 2023, 2025",
        "2024-01, -, 2023-12, 2024-02",
        "2024-02-29, -, 2024-02-28, 2024-03-01",
        "2024-12-31, -, 2024-12-30, 2025-01-01",
        "2024-05-01T23, -, 2024-05-01T22, 2024-05-02T00",
        "2024-03-31, Europe/Berlin, 2024-03-30, 2024-04-01",
        "2024-03-31T01, Europe/Berlin, 2024-03-31T00, 2024-03-31T03",
        "2024-03-31T03, Europe/Berlin, 2024-03-31T01, 2024-03-31T04",
        "2024-10-27T02, Europe/Berlin, 2024-10-27T01, 2024-10-27T03",
        "2011-12-29, Pacific/Apia, 2011-12-28, 2011-12-31",
        "2024-Q1, -, 2023-Q4, 2024-Q2",
        "2024-W52, -, 2024-W51, 2025-W01",
        "2020-W53, -, 2020-W52, 2021-W01",
        "2024-W13, Europe/Berlin, 2024-W12, 2024-W14",
        "0000, -, -, 0001",
        "0000-Q1, -, -, 0000-Q2",
        "9999-W52, -, 9999-W51, -",
        "9999, -, 9998, -",
        "0000-01-01, +05:00, -, 0000-01-02",
        "0000-01-01T05, +05:00, -, 0000-01-01T06",
        "9999-12-31T18, -05:00, 9999-12-31T17, -",
      })
  void neighboursAreThoseOfTheCalendar(
      String text, @Nullable String zone, @Nullable String earlier, @Nullable String later) {
    PositionCodec codec = codec(EpochSort.MILLIS);
    SortWindow window = During.window(codec, text, zone);
    assertEquals(question(earlier, zone), window.beside(codec, -1).map(SortWindow::parameters));
    assertEquals(question(later, zone), window.beside(codec, 1).map(SortWindow::parameters));
    assertEquals(question(text, zone), Optional.of(window.parameters()));
    window.beside(codec, -1).ifPresent(other -> assertEquals(window.from(), other.to()));
    window.beside(codec, 1).ifPresent(other -> assertEquals(window.to(), other.from()));
  }

  private static Optional<Map<String, String>> question(
      @Nullable String text, @Nullable String zone) {
    return Optional.ofNullable(text)
        .map(
            during ->
                zone == null ? Map.of("during", during) : Map.of("during", during, "zone", zone));
  }

  @Test
  void allWaysToWriteATimeHaveOneInLinks() {
    PositionCodec codec = codec(EpochSort.SECONDS);
    assertEquals(
        Map.of("during", "2024-05-01T07"), During.window(codec, "2024-05-01 07", "Z").parameters());
    assertEquals(
        Map.of("during", "2024", "zone", "+02:00"),
        During.window(codec, "2024", " 2").parameters());
    for (String utc : List.of("UTC", "Etc/UTC", "GMT", "+00:00")) {
      assertEquals(During.window(codec, "2024", null), During.window(codec, "2024", utc));
    }
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      delimiter = '|',
      value = {
        "epochMillis | 2024-02-30 | - | during | a time that exists, in the form 2024 or 2024-Q2 or"
            + " 2024-05 or 2024-W18 or 2024-05-01 or 2024-05-01T07",
        "epochMillis | 2024-W53 | - | during | a time that exists, in",
        "epochMillis | 2024-W00 | - | during | a time that exists, in",
        "epochMillis | 2024-W1 | - | during | a time that exists, in",
        "epochMillis | 2024-Q0 | - | during | a time that exists, in",
        "epochMillis | 2024-Q5 | - | during | a time that exists, in",
        "epochMillis | 2024-q1 | - | during | a time that exists, in",
        "epochMillis | '' | - | during | a time that exists, in",
        "epochMillis | 24 | - | during | a time that exists, in",
        "epochMillis | 2024-5 | - | during | a time that exists, in",
        "epochMillis | +2024-05-0 | - | during | a time that exists, in",
        "epochMillis | -001 | - | during | a time that exists, in",
        "epochMillis | 2024-05-01T24 | - | during | a time that exists, in",
        "epochMillis | 2024-05-01T07:40 | - | during | a time that exists, in",
        "epochMillis | 2024-05-01T07:40:00Z | - | during | a time that exists, in",
        "epochMillis | ２０２４ | - | during | a time that exists, in",
        "epochMillis | 1714549200 | - | during | a time that exists, in",
        "uuuu-MM | 2024-05-01 | - | during | in the form 2024 or 2024-Q2 or 2024-05, as the sort"
            + " values of this listing are whole months",
        "uuuu-MM-dd | 2024-05-01 | Europe/Berlin | zone | UTC or none, as the sort values of this"
            + " listing are whole days",
        "epochMillis | 2024 | '' | zone | the name of a time zone such as Europe/Berlin, or an"
            + " offset from UTC such as +02:00",
        "epochMillis | 2024 | Berlin | zone | the name of a time zone such as Europe/Berlin",
        "epochMillis | 2024 | +19:00 | zone | the name of a time zone such as Europe/Berlin",
        "epochMillis | 2024 | europe/berlin | zone | the name of a time zone such as Europe/Berlin",
        "epochMillis | 2024-03-31T02 | Europe/Berlin | during | a time that clocks do not skip in"
            + " Europe/Berlin",
        "epochMillis | 2011-12-30 | Pacific/Apia | during | a time that clocks do not skip in",
        "epochMillis | 2011-12-30T05 | Pacific/Apia | during | a time that clocks do not skip in",
        "epochMillis | 9999-12-31T23 | -05:00 | during | in the years 0 to 9999 of UTC",
        "epochMillis | 0000-01-01T00 | +05:00 | during | in the years 0 to 9999 of UTC",
      })
  void otherTimesAndZonesAreRefused(
      String type, String text, @Nullable String zone, String parameter, String valid) {
    PositionCodec codec = codec(type(type));
    var refused = assertThrows(InvalidParameter.class, () -> During.window(codec, text, zone));
    assertEquals(parameter, refused.name());
    assertEquals(parameter.equals("zone") ? zone : text, refused.value());
    assertTrue(refused.valid().contains(valid), refused.valid());
    boolean isNearlyAZone = "europe/berlin".equals(zone);
    assertEquals(
        isNearlyAZone ? Optional.of("Europe/Berlin") : Optional.empty(), refused.suggestion());
  }

  /// On Lord Howe Island clocks skip half an hour. No sort value in whole hours is in the other
  /// half.
  @Test
  void anHourThatClocksSkipInPartIsAWindow() throws UnfitException {
    String zone = "Australia/Lord_Howe";
    SortWindow seconds = During.window(codec(EpochSort.SECONDS), "2024-10-06T02", zone);
    assertEquals("2024-10-05T15:30", moment(seconds.from()));
    assertEquals("2024-10-05T16:00", moment(seconds.to()));

    PositionCodec hours = codec(DatetimeSort.of("uuuu-MM-dd HH"));
    SortWindow window = During.window(hours, "2024-10-06T02", zone);
    assertEquals(hours.before(AttributeValue.fromS("2024-10-05 16")), window.from());
    assertEquals(window.from(), window.to());
    assertEquals(
        Optional.of(Map.of("during", "2024-10-06T03", "zone", zone)),
        window.beside(hours, 1).map(SortWindow::parameters));
  }

  private static @Nullable String moment(@Nullable Position position) {
    return position == null ? null : utc(Instant.ofEpochSecond((long) position.score())).toString();
  }

  @ParameterizedTest
  @CsvSource({"EST, America/Panama", "MST, America/Phoenix", "HST, Pacific/Honolulu"})
  void shortNamesOfTheTimeZoneDatabaseAreKnown(String zone, String city) {
    PositionCodec codec = codec(EpochSort.SECONDS);
    assertEquals(During.window(codec, "2024", city), During.window(codec, "2024", zone));
  }

  /// Two zones whose abbreviations differ in one letter are hours apart.
  @ParameterizedTest
  @ValueSource(strings = {"PST", "IST", "BST", "CEST"})
  void noZoneIsSuggestedForAnAbbreviation(String zone) {
    PositionCodec codec = codec(EpochSort.SECONDS);
    var refused = assertThrows(InvalidParameter.class, () -> During.window(codec, "2024", zone));
    assertEquals(Optional.empty(), refused.suggestion());
  }

  @Test
  void onlyTimesAreInACalendar() {
    PositionCodec codec = codec(new StringSort());
    var refused = assertThrows(InvalidParameter.class, () -> During.window(codec, "2024", null));
    assertEquals("none, as the sort values of this listing are not times", refused.valid());
  }
}
