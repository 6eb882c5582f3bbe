package pagemark.docs;

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
