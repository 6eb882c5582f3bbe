package pagemark.benchmark.report;

import java.util.List;
import java.util.stream.Collectors;
import pagemark.benchmark.result.Table;

/// Parts of an HTML page.
final class Html {
  private Html() {}

  /// Text as it is written into HTML.
  static String text(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }

  /// A table, with its title above it. Cells that start with a digit are set to the right.
  static String table(Table table) {
    return "<figure id=\"%s\"><figcaption>%s</figcaption>\n<table><thead>%s</thead>\n<tbody>\n%s</tbody></table></figure>\n"
        .formatted(
            text(table.id()),
            text(table.title()),
            row("th scope=\"col\"", "th", table.columns()),
            table.rows().stream().map(Html::row).collect(Collectors.joining()));
  }

  private static String row(List<String> cells) {
    return cells.stream()
        .map(cell -> "<td%s>%s</td>".formatted(isNumber(cell) ? " class=\"n\"" : "", text(cell)))
        .collect(Collectors.joining("", "<tr>", "</tr>\n"));
  }

  private static String row(String open, String close, List<String> cells) {
    return cells.stream()
        .map(cell -> "<%s>%s</%s>".formatted(open, text(cell), close))
        .collect(Collectors.joining("", "<tr>", "</tr>"));
  }

  private static boolean isNumber(String cell) {
    return cell.matches("[-$]?[0-9].*");
  }
}
