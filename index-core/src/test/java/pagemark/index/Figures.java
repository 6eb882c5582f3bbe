package pagemark.index;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The rows of docs/figures.tsv. A test that counts a figure compares it with its row; with
/// `-Dfigures=write` it writes the row instead. A row is an id, the figure, its unit, what it is
/// of, and how it was got; a new one begins with `?` for its figure, or `$?`.
public final class Figures {
  private static final Path FILE = Path.of("../docs/figures.tsv").toAbsolutePath().normalize();

  /// Whether tests write what they would compare.
  public static final boolean WRITES = "write".equals(System.getProperty("figures"));

  /// @param text the figure as documents quote it, such as `0.39` or `$1,234`
  /// @param source how it was got
  public record Row(String what, String text, String source) {
    public double value() {
      return Double.parseDouble(text.replaceAll("[$,]", ""));
    }

    private String textOf(double value) {
      return text.startsWith("$") ? dollars(value) : number(value);
    }
  }

  private Figures() {}

  /// The rows in their order, by id.
  public static synchronized Map<String, Row> rows() {
    Map<String, Row> rows = new LinkedHashMap<>();
    for (String line : file().lines().skip(1).toList()) {
      String[] cells = line.split("\t", -1);
      Row row = new Row(cells[3], cells[1], cells[4]);
      assertEquals(null, rows.put(cells[0], row), "two rows " + cells[0]);
    }
    return rows;
  }

  public static Row row(String id) {
    Row row = rows().get(id);
    if (row == null) {
      throw new AssertionError("docs/figures.tsv has no row " + id);
    }
    return row;
  }

  public static double value(String id) {
    return row(id).value();
  }

  /// Holds the row equal to a figure that a test has got.
  public static synchronized void counted(String id, double value) {
    Row row = row(id);
    if (WRITES) {
      write(id, row.textOf(value));
    } else {
      assertEquals(row.text(), row.textOf(value), () -> "docs/figures.tsv, " + id);
    }
  }

  private static void write(String id, String text) {
    Pattern figure = Pattern.compile("(?m)^(%s\t)[^\t]*".formatted(id));
    String written = figure.matcher(file()).replaceFirst("$1" + Matcher.quoteReplacement(text));
    try {
      Files.writeString(FILE, written);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String file() {
    try {
      return Files.readString(FILE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// With two or three digits that count: 0.026, 0.39, 6.9, 130, 1,230.
  static String number(double value) {
    if (value >= 1_000) {
      long unit = (long) Math.pow(10, Math.floor(Math.log10(value)) - 2);
      return String.format(Locale.ROOT, "%,d", Math.round(value / unit) * unit);
    }
    String small = value < 0.0995 ? "%.3f" : "%.2f";
    String format = value >= 9.95 ? "%.0f" : value >= 0.995 ? "%.1f" : small;
    return String.format(Locale.ROOT, format, value);
  }

  /// In cents below ten dollars: $0.36, $9.71, $1,234.
  static String dollars(double value) {
    return String.format(Locale.ROOT, value < 9.995 ? "$%.2f" : "$%,.0f", value);
  }
}
