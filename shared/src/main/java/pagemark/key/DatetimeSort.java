package pagemark.key;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Sorts dates and times that are fixed-width text in UTC, such as `2024-05-01 14:30` with the
/// pattern `uuuu-MM-dd HH:mm`. The score is Unix time: in milliseconds if the pattern has a
/// fraction of a second, else in seconds.
public final class DatetimeSort implements SortType.AsScore, SortType.AsTime {
  private static final List<String> FIELDS = List.of("uuuu", "MM", "dd", "HH", "mm", "ss");
  private static final List<ChronoField> PARTS =
      List.of(
          ChronoField.YEAR,
          ChronoField.MONTH_OF_YEAR,
          ChronoField.DAY_OF_MONTH,
          ChronoField.HOUR_OF_DAY,
          ChronoField.MINUTE_OF_HOUR,
          ChronoField.SECOND_OF_MINUTE);
  private static final String ADVICE = ". For other text use type string";

  private final String pattern;
  private final boolean millis;
  private final DateTimeFormatter formatter;

  private DatetimeSort(String pattern) {
    this.pattern = pattern;
    this.millis = unquoted(pattern).contains("S");
    this.formatter = formatter(pattern);
  }

  /// @param pattern fields of fixed width, from the year on, most significant first and without
  ///   gaps: `uuuu MM dd HH mm ss`, then 1 to 3 `S`. Any literals may stand between them
  /// @throws IllegalArgumentException if text of this pattern would not sort by time
  public static DatetimeSort of(String pattern) {
    checkQuotes(pattern);
    List<String> fields = fields(pattern);
    for (int i = 0; i < fields.size(); i++) {
      checkField(fields.get(i), i);
    }
    return new DatetimeSort(pattern);
  }

  private static void checkField(String field, int index) {
    boolean known =
        index < FIELDS.size() ? field.equals(FIELDS.get(index)) : field.matches("S{1,3}");
    if (!known || index > FIELDS.size()) {
      throw new IllegalArgumentException(
          "has \"%s\" as field %d. Valid fields, in this order: uuuu MM dd HH mm ss S (or SS, SSS)%s"
              .formatted(field, index + 1, ADVICE));
    }
  }

  private static void checkQuotes(String pattern) {
    if (pattern.chars().filter(c -> c == '\'').count() % 2 != 0) {
      throw new IllegalArgumentException("has an unclosed quote");
    }
    if (unquoted(pattern).matches(".*[\\[\\]{}#].*")) {
      throw new IllegalArgumentException("may hold [ ] { } # only in quotes" + ADVICE);
    }
  }

  private static String unquoted(String pattern) {
    return pattern.replaceAll("'[^']*'", " ");
  }

  /// Splits a pattern into runs of one letter: `uuuuMM dd` gives `uuuu`, `MM`, `dd`.
  private static List<String> fields(String pattern) {
    String letters = unquoted(pattern).replaceAll("[^A-Za-z]", " ").strip();
    List<String> fields =
        List.of(letters.replaceAll("([A-Za-z])(?!\\1)", "$1 ").strip().split("\\s+"));
    if (fields.getFirst().isEmpty()) {
      throw new IllegalArgumentException("has no field; it must begin with uuuu");
    }
    return fields;
  }

  private static DateTimeFormatter formatter(String pattern) {
    DateTimeFormatterBuilder builder = new DateTimeFormatterBuilder().appendPattern(pattern);
    PARTS.stream()
        .skip(fields(pattern).size())
        .forEach(part -> builder.parseDefaulting(part, part.range().getMinimum()));
    return builder.toFormatter(Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);
  }

  @Override
  public LocalDateTime time(AttributeValue value) throws UnfitException {
    return parse(
        AttributeType.present(value.s(), "must be a string (S) of the pattern " + pattern));
  }

  /// The text of `time`, as [#value(LocalDateTime)] gives it.
  public String text(LocalDateTime time) {
    return formatter.format(time);
  }

  @Override
  public AttributeValue value(LocalDateTime time) {
    return AttributeValue.fromS(text(time));
  }

  /// The unit of the pattern's last field. It is milliseconds if the pattern has a fraction of a
  /// second.
  @Override
  public ChronoUnit precision() {
    return millis
        ? ChronoUnit.MILLIS
        : (ChronoUnit) PARTS.get(fields(pattern).size() - 1).getBaseUnit();
  }

  @Override
  public double score(AttributeValue value) throws UnfitException {
    Instant instant = time(value).toInstant(ZoneOffset.UTC);
    return millis ? instant.toEpochMilli() : instant.getEpochSecond();
  }

  /// Parses strictly: refuses every text that would be formatted differently.
  private LocalDateTime parse(String text) throws UnfitException {
    try {
      LocalDateTime time = LocalDateTime.parse(text, formatter);
      if (formatter.format(time).equals(text) && time.getYear() >= 0 && time.getYear() <= 9999) {
        return time;
      }
    } catch (DateTimeException e) {
      // refused below
    }
    throw new UnfitException("must be of the pattern " + pattern);
  }

  @Override
  public AttributeValue value(double score) {
    Instant instant =
        millis ? Instant.ofEpochMilli((long) score) : Instant.ofEpochSecond((long) score);
    return AttributeValue.fromS(formatter.format(instant.atOffset(ZoneOffset.UTC)));
  }

  @Override
  public @Nullable String pattern() {
    return pattern;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DatetimeSort that && pattern.equals(that.pattern);
  }

  @Override
  public int hashCode() {
    return Objects.hash(pattern);
  }
}
