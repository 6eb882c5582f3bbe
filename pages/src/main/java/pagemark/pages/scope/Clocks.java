package pagemark.pages.scope;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import pagemark.key.SortType;
import pagemark.key.UnfitException;
import pagemark.pages.error.PagesException.InvalidParameter;
import pagemark.words.DidYouMean;

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
  /// @throws InvalidParameter if there is no such zone, or if the sort values do not tell the hour
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

  /// The first time in UTC that a sort value can have at or after the moment at which the clocks of
  /// the zone reach `local`.
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
