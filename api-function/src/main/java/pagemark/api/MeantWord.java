package pagemark.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// A parameter, as other APIs call it: a row of `words.tsv` has our name, how its value is read,
/// and their names in lower case, without signs.
record MeantWord(String name, Reading reading) {
  /// How a value is read. SEVERAL may be given more than once.
  enum Reading {
    NOTHING,
    NUMBER,
    TIME,
    SORT,
    SEVERAL,
    TEXT
  }

  private static final Map<String, MeantWord> WORDS = words();

  /// With dots the day is first. With slashes nobody knows, unless one of the two is over 12.
  private static final List<DateTimeFormatter> TIMES =
      Stream.of(
              "uuuu-MM[-dd][[ ]['T']HH:mm[:ss[.SSS]][XXX][X]]", "d.M.uuuu", "d/M/uuuu", "M/d/uuuu")
          .map(
              form ->
                  new DateTimeFormatterBuilder()
                      .appendPattern(form)
                      .parseDefaulting(ChronoField.DAY_OF_MONTH, 1)
                      .parseDefaulting(ChronoField.HOUR_OF_DAY, 0)
                      .parseDefaulting(ChronoField.MINUTE_OF_HOUR, 0)
                      .parseDefaulting(ChronoField.OFFSET_SECONDS, 0)
                      .toFormatter(Locale.ROOT)
                      .withResolverStyle(ResolverStyle.STRICT))
          .toList();

  private static Map<String, MeantWord> words() {
    Map<String, MeantWord> words = new HashMap<>();
    try (InputStream table = requireNonNull(MeantWord.class.getResourceAsStream("words.tsv"))) {
      for (String line : new String(table.readAllBytes(), UTF_8).lines().toList()) {
        String[] row = line.split("\t", -1);
        MeantWord word = new MeantWord(row[0], Reading.valueOf(row[1].toUpperCase(Locale.ROOT)));
        words.put(row[0], word);
        Stream.of(row[2].split(" ", -1)).forEach(theirs -> words.put(theirs, word));
      }
      return words;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The word of a parameter of ours; empty for any other name.
  static Optional<MeantWord> own(String name) {
    return Optional.ofNullable(WORDS.get(name))
        .filter(word -> word.name().equals(name) && word.reading() != Reading.NOTHING);
  }

  static boolean isSort(String theirs) {
    return of(theirs).filter(word -> word.reading() == Reading.SORT).isPresent();
  }

  /// A name with signs but these may hold an operator: `date>`.
  static Optional<MeantWord> of(String theirs) {
    boolean hasNoEffect = theirs.equals("_") || theirs.startsWith("utm_");
    return Optional.of(hasNoEffect ? "utm" : theirs)
        .filter(name -> name.matches("[$_]?[A-Za-z][A-Za-z_-]*"))
        .map(name -> name.toLowerCase(Locale.ROOT).replaceAll("[$_-]", ""))
        .map(WORDS::get);
  }

  /// The moment that a text means, in UTC; empty if it is none, or may be one of two.
  static Optional<LocalDateTime> moment(String text) {
    Set<Instant> moments = new LinkedHashSet<>();
    if (text.matches("\\d{9,10}|\\d{12,13}")) {
      moments.add(Instant.ofEpochMilli(Long.parseLong(text) * (text.length() <= 10 ? 1_000 : 1)));
    }
    for (DateTimeFormatter form : TIMES) {
      try {
        moments.add(form.parse(text, Instant::from));
      } catch (DateTimeParseException _) {
        // Another form may have it.
      }
    }
    return Optional.of(moments)
        .filter(found -> found.size() == 1)
        .map(found -> LocalDateTime.ofInstant(found.iterator().next(), ZoneOffset.UTC));
  }
}
