package pagemark.pages.scope;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Position;
import pagemark.key.PositionCodec;
import pagemark.key.SortType;
import pagemark.key.UnfitException;
import pagemark.pages.error.PagesException.InvalidParameter;
import pagemark.words.DidYouMean;

/// A year, month, day or hour of a calendar, as the window of a listing whose sort values are
/// times.
///
/// Its window ends where the next time of the unit begins. So an hour that clocks repeat is one
/// window of two hours, a day has 23 to 25 hours, and an hour or a day that clocks skip is none.
///
/// @param begin its first moment, on the clocks of the zone, in the years 0 to 9999
/// @param unit one of [#UNITS]
/// @param zone whose calendar it is; null for UTC
public record During(LocalDateTime begin, ChronoUnit unit, @Nullable ZoneId zone) {
  private static final List<ChronoUnit> UNITS =
      List.of(ChronoUnit.YEARS, ChronoUnit.MONTHS, ChronoUnit.DAYS, ChronoUnit.HOURS);

  private static final LocalDateTime FIRST = LocalDateTime.of(0, 1, 1, 0, 0);
  private static final LocalDateTime END = LocalDateTime.of(10_000, 1, 1, 0, 0);
  private static final String HOUR = "2024-05-01T07";

  /// Names of the time zone database that Java leaves out.
  private static final Map<String, String> SHORT =
      Map.of("EST", "America/Panama", "MST", "America/Phoenix", "HST", "Pacific/Honolulu");

  /// Two abbreviations of this length that differ in one letter are zones far apart.
  private static final int SHORT_MAX = 4;

  private static final String ZONES =
      "the name of a time zone such as Europe/Berlin, or an offset from UTC such as +02:00 (with"
          + " %2B for +)";

  /// @param text such as `2024`, `2024-05`, `2024-05-01` or `2024-05-01T07`
  /// @param zone null for UTC
  /// @throws InvalidParameter if the listing's sort values are not times or too coarse, or if there
  ///   is no such time or zone
  static SortWindow window(PositionCodec codec, String text, @Nullable String zone) {
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
    List<ChronoUnit> units = UNITS.stream().filter(unit -> isIn(type, unit)).toList();
    Optional<ChronoUnit> unit =
        units.stream().filter(each -> length(each) == text.length()).findFirst();
    try {
      LocalDateTime begin =
          LocalDateTime.parse(text.replace(' ', 'T') + FIRST.toString().substring(text.length()));
      return new During(
          begin, unit.orElseThrow(() -> refusal(type, text, units)), zone(type, zone));
    } catch (DateTimeException | IndexOutOfBoundsException e) {
      throw refusal(type, text, units);
    }
  }

  private static boolean isIn(SortType.AsTime type, ChronoUnit unit) {
    return unit.compareTo(type.precision()) >= 0;
  }

  /// The length of a text with this unit, without those of smaller ones.
  private static int length(ChronoUnit unit) {
    return "uuuu".length() + UNITS.indexOf(unit) * "-MM".length();
  }

  private static InvalidParameter refusal(
      SortType.AsTime type, String text, List<ChronoUnit> units) {
    String forms =
        units.stream()
            .map(unit -> HOUR.substring(0, length(unit)))
            .collect(Collectors.joining(" or "));
    String valid = "a time that exists, in the form " + forms;
    return new InvalidParameter(
        "during", text, units.size() == UNITS.size() ? valid : valid + ", as " + coarse(type));
  }

  private static String coarse(SortType.AsTime type) {
    return "the sort values of this listing are whole "
        + type.precision().toString().toLowerCase(Locale.ROOT);
  }

  /// A space before an offset is a `+` that was not encoded.
  private static @Nullable ZoneId zone(SortType.AsTime type, @Nullable String text) {
    if (text == null) {
      return null;
    }
    try {
      ZoneId zone = ZoneId.of(text.replaceFirst("^ ", "+"), SHORT);
      if (zone.normalized().equals(ZoneOffset.UTC)) {
        return null;
      }
      if (!isIn(type, ChronoUnit.HOURS)) {
        throw new InvalidParameter("zone", text, "UTC or none, as " + coarse(type));
      }
      return zone;
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

  /// The window that holds each sort value that lies in this time, as the moment that its text or
  /// number means. Empty if the clocks skip all of this time, or if no sort value can be in its
  /// year.
  private Optional<SortWindow> window(PositionCodec codec, SortType.AsTime type) {
    try {
      LocalDateTime end = begin.plus(1, unit);
      LocalDateTime from = moment(type, begin);
      LocalDateTime to = moment(type, end);
      return utc(begin).isBefore(utc(end)) && from.isBefore(END) && to.isAfter(FIRST)
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

  /// The first time in UTC that a sort value can have at or after the moment at which the clocks of
  /// the zone reach `local`.
  private LocalDateTime moment(SortType.AsTime type, LocalDateTime local) throws UnfitException {
    LocalDateTime moment = utc(local);
    if (!isValid(moment)) {
      return moment;
    }
    LocalDateTime cut = type.time(type.value(moment));
    return cut.isBefore(moment) ? cut.plus(1, type.precision()) : cut;
  }

  /// If the clocks go back over `local`, they reach it twice: this is the first time.
  private LocalDateTime utc(LocalDateTime local) {
    if (zone == null) {
      return local;
    }
    ZoneOffsetTransition change = zone.getRules().getTransition(local);
    Instant moment =
        change != null && change.isGap() ? change.getInstant() : local.atZone(zone).toInstant();
    return LocalDateTime.ofInstant(moment, ZoneOffset.UTC);
  }

  /// Empty at the ends of all times that sort values can have.
  private static Optional<Position> edge(
      PositionCodec codec, SortType.AsTime type, LocalDateTime time) throws UnfitException {
    return isValid(time) ? Optional.of(codec.before(type.value(time))) : Optional.empty();
  }

  private static boolean isValid(LocalDateTime time) {
    return !time.isBefore(FIRST) && time.isBefore(END);
  }

  /// The window of the next time of this unit that the clocks do not skip.
  ///
  /// @param direction 1, or -1 for the one before
  /// @return empty outside of the years 0 to 9999
  Optional<SortWindow> beside(PositionCodec codec, int direction) {
    SortType.AsTime type = (SortType.AsTime) codec.sortType();
    Optional<SortWindow> window = Optional.empty();
    LocalDateTime at = begin.plus(direction, unit);
    while (window.isEmpty() && isValid(at)) {
      window = new During(at, unit, zone).window(codec, type);
      at = at.plus(direction, unit);
    }
    return window;
  }

  /// The request parameters that ask for this time, in the order of links.
  SequencedMap<String, String> parameters() {
    SequencedMap<String, String> parameters = new LinkedHashMap<>();
    parameters.put("during", begin.toString().substring(0, length(unit)));
    if (zone != null) {
      parameters.put("zone", zone.getId());
    }
    return parameters;
  }
}
