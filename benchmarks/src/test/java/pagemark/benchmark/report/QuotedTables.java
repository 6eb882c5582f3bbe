package pagemark.benchmark.report;

import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import pagemark.benchmark.measure.Numbers;
import pagemark.benchmark.result.Result;
import pagemark.benchmark.result.Table;

/// Fills a Markdown document with tables and figures of a result. What is between the comments
/// `<!-- table ID -->` and `<!-- end -->` is replaced by that table, what is between `<!-- figure
/// ID -->` and `<!-- end -->` by that figure's value, and what is between `<!-- run -->` and `<!--
/// end -->` by the run's commit and date. Another run than the main one is named behind that, as in
/// `<!-- table ID of ten-million -->`.
public final class QuotedTables {
  private static final Pattern QUOTE =
      Pattern.compile(
          "(?s)(<!-- (table|figure|run) ?([a-z0-9.-]*?)(?: ?of ([a-z-]+))? -->)(.*?)(<!-- end"
              + " -->)");

  private QuotedTables() {}

  /// The document with what the results have now.
  ///
  /// @param results by the name of their run; the main one has no name
  public static String fill(String document, Map<String, Result> results) {
    Matcher quotes = QUOTE.matcher(document);
    return quotes.replaceAll(
        quote ->
            Matcher.quoteReplacement(quote.group(1) + filled(quote, results) + quote.group(6)));
  }

  /// How many tables and figures a document quotes.
  static long quotes(String document) {
    return QUOTE.matcher(document).results().count();
  }

  private static String filled(MatchResult quote, Map<String, Result> results) {
    String id = quote.group(3);
    String run = Objects.requireNonNullElse(quote.group(4), "");
    Result result = results.get(run);
    if (result == null) {
      throw new IllegalArgumentException(
          "there is no run \"%s\". Valid values: %s".formatted(run, results.keySet()));
    }
    return switch (quote.group(2)) {
      case "table" -> "\n" + markdown(result.table(id));
      case "figure" -> Numbers.text(result.figure(id).value());
      default -> "%s, %s".formatted(result.commit(), result.at().toString().substring(0, 10));
    };
  }

  private static String markdown(Table table) {
    String dashes = "| --- ".repeat(table.columns().size()) + "|\n";
    return row(table.columns())
        + dashes
        + table.rows().stream().map(QuotedTables::row).collect(Collectors.joining());
  }

  private static String row(Iterable<String> cells) {
    StringBuilder row = new StringBuilder("|");
    cells.forEach(cell -> row.append(" ").append(cell).append(" |"));
    return row.append("\n").toString();
  }
}
