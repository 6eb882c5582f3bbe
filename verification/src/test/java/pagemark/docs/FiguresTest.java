package pagemark.docs;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import pagemark.index.Figures;
import pagemark.index.Figures.Row;
import pagemark.rebuild.Price;

/// Documents say of sizes, units and prices what docs/figures.tsv says, and that says what is so.
/// With `-Dfigures=write` the tests write it, in this order.
@TestMethodOrder(OrderAnnotation.class)
final class FiguresTest {
  private static final Pattern SOURCE =
      Pattern.compile(
          "(?:counted|simulated), `(\\w+)`|measured, PERFORMANCE.*|calculated|price.*|assumed .*"
              + "|AWS's list .*");

  /// The rows that the benchmarks measure, with the ids of their figures.
  private static final Map<String, String> MEASURED =
      Map.ofEntries(
          Map.entry("bytes-redis-packed", "bytes.uuid-packed.10000.entry"),
          Map.entry("bytes-redis-uuid", "bytes.uuid-text.10000.entry"),
          Map.entry("bytes-redis-text", "bytes.iso-time-string-uuid-text.10000.entry"),
          Map.entry("bytes-redis-filter", "bytes.uuid-text-a-filter.10000.entry"),
          Map.entry("bytes-redis-packed-of-100", "bytes.uuid-packed.100.entry"),
          Map.entry("bytes-redis-uuid-of-100", "bytes.uuid-text.100.entry"),
          Map.entry("bytes-dynamodb-uuid", "stored-bytes.dynamodb.1"),
          Map.entry("bytes-sqlite", "stored-bytes.sqlite.1"),
          Map.entry("bytes-postgresql", "stored-bytes.postgresql.1"),
          Map.entry("bytes-mariadb", "stored-bytes.mariadb.1"),
          Map.entry("page-items", "pages.redis.units"),
          Map.entry("page-dynamodb", "pages.dynamodb.units"),
          Map.entry("chain-1", "pages.chain.1.units"),
          Map.entry("chain-100", "pages.chain.100.units"));

  private final Calculations calculations = new Calculations();

  @Test
  @Order(1)
  void measuredRowsAreThoseOfTheCheckedInRun() throws IOException {
    Map<String, Double> figures = new TreeMap<>();
    JsonNode findings =
        JsonMapper.builder()
            .build()
            .readTree(Documents.text("benchmarks/results/result.json"))
            .path("findings");
    findings.forEach(
        finding ->
            finding
                .path("figures")
                .forEach(f -> figures.put(f.path("id").asText(), f.path("value").asDouble())));
    Map<String, Double> measured = new TreeMap<>();
    MEASURED.forEach((id, figure) -> measured.put(id, figures.get(figure)));
    measured.put("fence-redis", fence(figures, "bytes.uuid-text.10000"));
    measured.put("fence-redis-text", fence(figures, "bytes.iso-time-string-uuid-text.10000"));
    assertEquals(ids("measured"), measured.keySet());
    measured.forEach(Figures::counted);
  }

  private static double fence(Map<String, Double> figures, String entry) {
    return requireNonNull(figures.get(entry + ".entry"))
        * (requireNonNull(figures.get(entry + ".written")) - 1);
  }

  private static Set<String> ids(String source) {
    return Figures.rows().entrySet().stream()
        .filter(row -> row.getValue().source().startsWith(source))
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  @Order(2)
  void calculatedRowsFollowFromOthers() {
    assertEquals(ids("calculated"), new TreeSet<>(calculations.rows().keySet()));
    calculations.rows().forEach((id, value) -> Figures.counted(id, value.getAsDouble()));
  }

  @Test
  @Order(3)
  void documentsQuoteTheRows() throws IOException {
    Map<String, Row> rows = Figures.rows();
    Set<String> quoted = new TreeSet<>();
    for (Path file : Documents.all()) {
      String text = Files.readString(file);
      FigureQuotes quotes = new FigureQuotes(text);
      quoted.addAll(quotes.ids());
      write(file, quotes.filled(rows));
    }
    assertEquals(Set.of(), without(quoted, rows.keySet()), "quotes of no row");
    Set<String> idle = without(rows.keySet(), quoted);
    idle.removeAll(calculations.inputs());
    Arrays.stream(Price.values()).map(Price::row).forEach(idle::remove);
    assertEquals(Set.of(), idle, "rows that nothing quotes");
  }

  /// `pagemark plan` and the begin of a rebuild calculate with them.
  @Test
  @Order(3)
  void thePricesOfCommandsAreTheRows() {
    for (Price price : Price.values()) {
      assertEquals(Figures.value(price.row()), price.value(), price::name);
    }
  }

  private static Set<String> without(Set<String> all, Set<String> others) {
    Set<String> rest = new TreeSet<>(all);
    rest.removeAll(others);
    return rest;
  }

  /// Holds a file equal to what it must say.
  private static void write(Path file, String text) throws IOException {
    if (Figures.WRITES) {
      Files.writeString(file, text);
    }
    assertEquals(text, Files.readString(file), file + " says something else");
  }

  /// A row that no test counts any more would be held equal to nothing.
  @Test
  void countedRowsAreInTheTestsThatTheyName() throws IOException {
    Map<String, String> tests = new TreeMap<>();
    try (Stream<Path> files = Files.walk(Documents.ROOT)) {
      for (Path file : files.filter(f -> f.toString().matches(".*(Test|IT)\\.java")).toList()) {
        tests.put(file.getFileName().toString().replace(".java", ""), Files.readString(file));
      }
    }
    List<String> missing = new ArrayList<>();
    Figures.rows()
        .forEach(
            (id, row) -> {
              Matcher source = SOURCE.matcher(row.source());
              assertTrue(source.matches(), () -> id + ": " + row.source());
              if (source.group(1) != null && !names(tests.getOrDefault(source.group(1), ""), id)) {
                missing.add(id);
              }
            });
    assertEquals(List.of(), missing);
  }

  /// The whole id, or its beginning and its end as the test puts them together.
  private static boolean names(String test, String id) {
    String code = test.toLowerCase(Locale.ROOT);
    return code.contains("\"" + id)
        || IntStream.range(1, id.length())
            .filter(i -> id.charAt(i) == '-')
            .anyMatch(i -> isPut(code, id.substring(0, i + 1), id.substring(i + 1)));
  }

  private static boolean isPut(String code, String begin, String end) {
    String bare = begin.substring(0, begin.length() - 1);
    return (code.contains("\"" + begin + "\"") && code.contains(end))
        || (code.contains("\"" + bare) && code.contains("\"-" + end + "\""));
  }

  /// The quotes of docs/figures.tsv in a document. A quote is a link to a row: its text is the
  /// figure.
  ///
  /// @param text the document
  private record FigureQuotes(String text) {
    private static final Pattern QUOTE =
        Pattern.compile(
            "\\[([^\\]\\[]*)\\]\\(((?:docs/|\\.\\./docs/|\\.\\./)?figures\\.tsv#([a-z0-9-]+))\\)");

    /// The ids of the rows that are quoted.
    List<String> ids() {
      return QUOTE.matcher(text).results().map(quote -> quote.group(3)).toList();
    }

    /// The document with the figures as the rows have them. A quote of no row stays.
    String filled(Map<String, Row> rows) {
      return QUOTE
          .matcher(text)
          .replaceAll(
              quote -> {
                Row row = rows.get(quote.group(3));
                String figure = row == null ? quote.group(1) : row.text();
                return Matcher.quoteReplacement("[" + figure + "](" + quote.group(2) + ")");
              });
    }
  }
}
