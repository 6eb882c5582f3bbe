package pagemark.dynamodb.request;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import pagemark.index.Markers;

/// Names the tables of an index. Each generation has one: `PREFIX-GENERATION`. Its rebuild may have
/// another one for sorted runs: `PREFIX-GENERATION-runs`.
public record TableNames(String prefix) {
  /// What a prefix may be.
  public static final String VALID = "1 to 200 letters, digits, dots, hyphens and underscores";

  private static final String RUNS = "-runs";
  private static final Pattern PREFIX = Pattern.compile("[a-zA-Z0-9_.-]{1,200}");
  private static final Pattern GENERATION = Pattern.compile("[a-zA-Z0-9_.-]{1,54}");

  /// An id that a rebuild makes, and whether it is the table of the rebuild's sorted runs.
  private static final Pattern MADE = Pattern.compile("([0-9a-z]{10})(" + RUNS + ")?");

  /// @throws IllegalArgumentException if a table cannot be named so
  public TableNames {
    if (!PREFIX.matcher(prefix).matches()) {
      throw new IllegalArgumentException(
          "the prefix of tables is \"%s\". Valid values: %s".formatted(prefix, VALID));
    }
  }

  /// The table of a generation, 3 to 255 characters.
  ///
  /// @throws IllegalArgumentException if a table cannot be named so
  public String table(String generation) {
    if (!GENERATION.matcher(generation).matches()) {
      throw new IllegalArgumentException(
          "\"%s\" cannot be a generation of an index in DynamoDB".formatted(generation));
    }
    return prefix + "-" + generation;
  }

  /// The table of the sorted runs of a generation's rebuild.
  ///
  /// @throws IllegalArgumentException if a table cannot be named so
  public String runs(String generation) {
    return table(generation) + RUNS;
  }

  /// Tells by a table's name which data of this index it holds. Empty if it is not a table of this
  /// index: another index may have a longer prefix that begins with this one.
  public Optional<Markers.Data> data(String table) {
    return Optional.of(table)
        .filter(name -> name.startsWith(prefix + "-"))
        .map(name -> MADE.matcher(name.substring(prefix.length() + 1)))
        .filter(Matcher::matches)
        .map(made -> new Markers.Data(table, made.group(1), made.group(2) != null));
  }
}
