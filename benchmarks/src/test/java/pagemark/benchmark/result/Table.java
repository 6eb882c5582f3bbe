package pagemark.benchmark.result;

import java.util.List;

/// A table of a finding, as readers see it.
///
/// @param id unique in a result, such as `depth.pages`; PERFORMANCE.md names it
/// @param rows cells as text, as many in each row as there are columns
public record Table(String id, String title, List<String> columns, List<List<String>> rows) {
  public Table {
    columns = List.copyOf(columns);
    rows = rows.stream().map(List::copyOf).toList();
    for (List<String> row : rows) {
      if (row.size() != columns.size()) {
        throw new IllegalArgumentException("%s has the row %s".formatted(id, row));
      }
    }
  }
}
