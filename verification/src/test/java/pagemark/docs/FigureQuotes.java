package pagemark.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import pagemark.index.Figures.Row;

/// The quotes of docs/figures.tsv in a document. A quote is a link to a row: its text is the
/// figure.
///
/// @param text the document
record FigureQuotes(String text) {
  private static final Pattern QUOTE =
      Pattern.compile(
          "\\[([^\\]\\[]*)\\]\\(((?:docs/|\\.\\./docs/)?figures\\.tsv#([a-z0-9-]+))\\)");

  /// Code, and what the benchmarks write.
  private static final Pattern ELSEWHERE =
      Pattern.compile("(?s)```.*?```|<!-- (?:table|figure|run).*?<!-- end -->");

  /// A price, units of a record and the like, or bytes of an entry.
  private static final Pattern FIGURE =
      Pattern.compile(
          "\\$\\d|\\d (?:read |write )?units? an? (?:record|row|page|entry|item|append|move)"
              + "|\\d bytes an? entry|entry (?:takes|has) (?:about )?\\d");

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

  /// Figures that are no quotes, with what stands around them.
  List<String> strays() {
    String prose = ELSEWHERE.matcher(QUOTE.matcher(text).replaceAll("")).replaceAll("");
    List<String> strays = new ArrayList<>();
    Matcher figure = FIGURE.matcher(prose.replace('\n', ' '));
    while (figure.find()) {
      int from = Math.max(0, figure.start() - 40);
      int to = Math.min(prose.length(), figure.end() + 20);
      strays.add(prose.substring(from, to).replace('\n', ' '));
    }
    return strays;
  }
}
