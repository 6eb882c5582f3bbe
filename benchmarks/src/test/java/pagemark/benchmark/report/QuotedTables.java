package pagemark.benchmark.report;

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
/// end -->` by the run's commit and date.
public final class QuotedTables {
  private static final Pattern QUOTE =
      Pattern.compile("(?s)(<!-- (table|figure|run) ?([a-z0-9.-]*) -->)(.*?)(<!-- end -->)");

  private QuotedTables() {}

  /// The document with what the result has now.
  public static String fill(String document, Result result) {
    Matcher quotes = QUOTE.matcher(document);
    return quotes.replaceAll(
        quote -> Matcher.quoteReplacement(quote.group(1) + filled(quote, result) + quote.group(5)));
  }

  /// How many tables and figures a document quotes.
  static long quotes(String document) {
    return QUOTE.matcher(document).results().count();
  }

  private static String filled(MatchResult quote, Result result) {
    String id = quote.group(3);
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
