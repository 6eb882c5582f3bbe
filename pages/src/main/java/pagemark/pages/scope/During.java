package pagemark.pages.scope;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Position;
import pagemark.key.PositionCodec;
import pagemark.key.SortType;
import pagemark.key.UnfitException;
import pagemark.pages.error.PagesException.InvalidParameter;
import pagemark.words.DidYouMean;

/// A year, quarter, month, week, day or hour of a calendar, as the window of a listing whose sort
/// values are times. Weeks are those of ISO 8601: they begin on Mondays, and the first one of a
/// year holds its first Thursday.
///
/// Its window ends where the next time of the unit begins. So an hour that clocks repeat is one
/// window of two hours, a day has 23 to 25 hours, and an hour or a day that clocks skip is none.
///
/// @param begin its first moment, on the clocks of the zone, in the years 0 to 9999
/// @param zone whose calendar it is; null for UTC
public record During(LocalDateTime begin, Unit unit, @Nullable ZoneId zone) {
  /// A unit of the calendar.
  public enum Unit {
    YEAR("2024", ChronoUnit.YEARS),
    QUARTER("2024-Q2", IsoFields.QUARTER_YEARS),
    MONTH("2024-05", ChronoUnit.MONTHS),
    WEEK("2024-W18", ChronoUnit.WEEKS),
    DAY("2024-05-01", ChronoUnit.DAYS),
    HOUR("2024-05-01T07", ChronoUnit.HOURS);

    private final String example;
    private final TemporalUnit step;

    Unit(String example, TemporalUnit step) {
      this.example = example;
      this.step = step;
    }

    private static String shape(String text) {
      return text.replaceAll("[0-9]", "0");
    }

    boolean hasForm(String text) {
      return shape(text).equals(shape(example));
    }

    /// The first moment of the time that `text` means, which has the form of this unit.
    ///
    /// @throws DateTimeException if there is no such time
    LocalDateTime begin(String text) {
      return switch (this) {
        case WEEK -> LocalDate.parse(text + "-1", DateTimeFormatter.ISO_WEEK_DATE).atStartOfDay();
        case QUARTER -> {
          String[] parts = text.split("-Q", -1);
          int month = (Integer.parseInt(parts[1]) - 1) * MONTHS_OF_QUARTER + 1;
          yield LocalDateTime.of(Integer.parseInt(parts[0]), month, 1, 0, 0);
        }
        default -> LocalDateTime.parse(text + Clocks.FIRST.toString().substring(text.length()));
      };
    }

    String text(LocalDateTime begin) {
      return switch (this) {
        case WEEK -> WEEKS.format(begin);
        case QUARTER -> QUARTERS.format(begin);
        default -> begin.toString().substring(0, example.length());
      };
    }
  }

  private static final int MONTHS_OF_QUARTER = 3;
  private static final DateTimeFormatter WEEKS =
      new DateTimeFormatterBuilder()
          .appendValue(IsoFields.WEEK_BASED_YEAR, 4)
          .appendLiteral("-W")
          .appendValue(IsoFields.WEEK_OF_WEEK_BASED_YEAR, 2)
          .toFormatter(Locale.ROOT);
  private static final DateTimeFormatter QUARTERS =
      DateTimeFormatter.ofPattern("uuuu-'Q'q", Locale.ROOT);

  /// @param text such as the examples of [Unit]
  /// @param zone whose calendar it is, such as `Europe/Berlin`; null for UTC
  /// @throws InvalidParameter if the listing's sort values are not times or too coarse, or if there
  ///   is no such time or zone
  public static SortWindow window(PositionCodec codec, String text, @Nullable String zone) {
    if (!(codec.sortType() instanceof SortType.AsTime type)) {
      throw new InvalidParameter(
          "during", text, "none, as the sort values of this listing are not times");
    }
    During during = of(type, text, zone);
    return during
        .window(codec, type)
        .orElseThrow(
            () ->
                new InvalidParameter(
                    "during",
                    text,
                    "a time that clocks do not skip in %s, in the years 0 to 9999 of UTC"
                        .formatted(zone)));
  }

  private static During of(SortType.AsTime type, String text, @Nullable String zone) {
    List<Unit> units =
        Stream.of(Unit.values()).filter(unit -> Clocks.isIn(type, unit.step)).toList();
    String form = text.replace(' ', 'T');
    Unit unit =
        units.stream()
            .filter(each -> each.hasForm(form))
            .findFirst()
            .orElseThrow(() -> refusal(type, text, units));
    try {
      return new During(unit.begin(form), unit, Clocks.of(type, zone).zone());
    } catch (DateTimeException e) {
      throw refusal(type, text, units);
    }
  }

  private static InvalidParameter refusal(SortType.AsTime type, String text, List<Unit> units) {
    String forms = units.stream().map(unit -> unit.example).collect(Collectors.joining(" or "));
    String valid = "a time that exists, in the form " + forms;
    return new InvalidParameter(
        "during",
        text,
        units.size() == Unit.values().length ? valid : valid + ", as " + Clocks.coarse(type));
  }

  /// The window that holds each sort value that lies in this time, as the moment that its text or
  /// number means. Empty if the clocks skip all of this time, or if no sort value can be in its
  /// year.
  private Optional<SortWindow> window(PositionCodec codec, SortType.AsTime type) {
    try {
      Clocks clocks = new Clocks(type, zone);
      LocalDateTime end = begin.plus(1, unit.step);
      LocalDateTime from = clocks.moment(begin);
      LocalDateTime to = clocks.moment(end);
      return clocks.utc(begin).isBefore(clocks.utc(end))
              && from.isBefore(Clocks.END)
              && to.isAfter(Clocks.FIRST)
          ? Optional.of(
              new SortWindow(
                  null,
                  null,
                  null,
                  this,
                  edge(codec, type, from).or(codec::begin).orElse(null),
                  edge(codec, type, to).or(codec::end).orElse(null)))
          : Optional.empty();
    } catch (UnfitException e) {
      throw new IllegalStateException("not a sort value of its own type", e);
    }
  }

  /// Empty at the ends of all times that sort values can have.
  private static Optional<Position> edge(
      PositionCodec codec, SortType.AsTime type, LocalDateTime time) throws UnfitException {
    return Clocks.isValid(time) ? Optional.of(codec.before(type.value(time))) : Optional.empty();
  }

  /// The window of the next time of this unit that the clocks do not skip.
  ///
  /// @param direction 1, or -1 for the one before
  /// @return empty outside of the years 0 to 9999
  Optional<SortWindow> beside(PositionCodec codec, int direction) {
    SortType.AsTime type = (SortType.AsTime) codec.sortType();
    Optional<SortWindow> window = Optional.empty();
    LocalDateTime at = begin.plus(direction, unit.step);
    while (window.isEmpty() && Clocks.isValid(at)) {
      window = new During(at, unit, zone).window(codec, type);
      at = at.plus(direction, unit.step);
    }
    return window;
  }

  /// The request parameters that ask for this time, in the order of links.
  SequencedMap<String, String> parameters() {
    SequencedMap<String, String> parameters = new LinkedHashMap<>();
    parameters.put("during", unit.text(begin));
    if (zone != null) {
      parameters.put("zone", zone.getId());
    }
    return parameters;
  }

  /// The clocks of a time zone, for sort values that are times in UTC.
  ///
  /// @param zone null for UTC
  record Clocks(SortType.AsTime type, @Nullable ZoneId zone) {
    /// The first time that a sort value can have, and the end of all.
    static final LocalDateTime FIRST = LocalDateTime.of(0, 1, 1, 0, 0);

    static final LocalDateTime END = LocalDateTime.of(10_000, 1, 1, 0, 0);

    /// Names of the time zone database that Java leaves out.
    private static final Map<String, String> SHORT =
        Map.of("EST", "America/Panama", "MST", "America/Phoenix", "HST", "Pacific/Honolulu");

    /// Two abbreviations of this length that differ in one letter are zones far apart.
    private static final int SHORT_MAX = 4;

    private static final String ZONES =
        "the name of a time zone such as Europe/Berlin, or an offset from UTC such as +02:00 (with"
            + " %2B for +)";

    /// @param text null for UTC; a space before an offset is a `+` that was not encoded
    /// @throws InvalidParameter if there is no such zone, or if the sort values do not tell the
    ///   hour
    static Clocks of(SortType.AsTime type, @Nullable String text) {
      if (text == null) {
        return new Clocks(type, null);
      }
      try {
        ZoneId zone = ZoneId.of(text.replaceFirst("^ ", "+"), SHORT);
        if (zone.normalized().equals(ZoneOffset.UTC)) {
          return new Clocks(type, null);
        }
        if (!isIn(type, ChronoUnit.HOURS)) {
          throw new InvalidParameter("zone", text, "UTC or none, as " + coarse(type));
        }
        return new Clocks(type, zone);
      } catch (DateTimeException e) {
        throw new InvalidParameter(
            "zone",
            text,
            ZONES,
            text.length() <= SHORT_MAX
                ? Optional.empty()
                : DidYouMean.of(text, new TreeSet<>(ZoneId.getAvailableZoneIds())));
      }
    }

    static boolean isIn(SortType.AsTime type, TemporalUnit unit) {
      return unit.getDuration().compareTo(type.precision().getDuration()) >= 0;
    }

    static String coarse(SortType.AsTime type) {
      return "the sort values of this listing are whole "
          + type.precision().toString().toLowerCase(Locale.ROOT);
    }

    static boolean isValid(LocalDateTime time) {
      return !time.isBefore(FIRST) && time.isBefore(END);
    }

    /// What the clocks show at a time of UTC.
    LocalDateTime local(LocalDateTime utc) {
      return zone == null ? utc : LocalDateTime.ofInstant(utc.toInstant(ZoneOffset.UTC), zone);
    }

    /// The first time in UTC that a sort value can have at or after the moment at which the clocks
    /// of the zone reach `local`.
    LocalDateTime moment(LocalDateTime local) throws UnfitException {
      LocalDateTime moment = utc(local);
      if (!isValid(moment)) {
        return moment;
      }
      LocalDateTime cut = type.time(type.value(moment));
      return cut.isBefore(moment) ? cut.plus(1, type.precision()) : cut;
    }

    /// If the clocks go back over `local`, they reach it twice: this is the first time.
    LocalDateTime utc(LocalDateTime local) {
      if (zone == null) {
        return local;
      }
      ZoneOffsetTransition change = zone.getRules().getTransition(local);
      Instant moment =
          change != null && change.isGap() ? change.getInstant() : local.atZone(zone).toInstant();
      return LocalDateTime.ofInstant(moment, ZoneOffset.UTC);
    }
  }
}
