package pagemark.rebuild;

import java.util.ArrayList;
import java.util.List;
import pagemark.entry.Group;
import pagemark.index.rows.Row;
import pagemark.index.rows.RowBorder;

/// A sample of rows, one for each so many. It finds borders that divide all rows into ranges of
/// about the same size.
///
/// A border lies in front of a group, unless the group is larger than a range. Two merges are then
/// in one group only if it is so large that it does not matter.
final class RowSample {
  private final int max;
  private List<Row> rows = new ArrayList<>();
  private int every = 1;
  private long seen;

  /// @param max how many rows are kept, at most
  RowSample(int max) {
    this.max = max;
  }

  void add(Row row) {
    if (seen++ % every == 0) {
      rows.add(row);
    }
    if (rows.size() > max) {
      thin();
    }
  }

  private void thin() {
    List<Row> half = new ArrayList<>();
    for (int i = 0; i < rows.size(); i += 2) {
      half.add(rows.get(i));
    }
    rows = half;
    every *= 2;
  }

  /// How many rows were added.
  long seen() {
    return seen;
  }

  /// @return different borders, in order: one less than there are ranges, or fewer
  List<RowBorder> borders(int ranges) {
    rows.sort(Row.ORDER);
    List<RowBorder> borders = new ArrayList<>();
    for (int range = 1; range < ranges; range++) {
      int at = (int) ((long) rows.size() * range / ranges);
      RowBorder border = border(at, rows.size() / ranges);
      if (borders.isEmpty() || border.compareTo(borders.getLast()) > 0) {
        borders.add(border);
      }
    }
    return borders;
  }

  /// @param size of a range
  private RowBorder border(int at, int size) {
    Row row = rows.get(at);
    int begin = at;
    while (begin > 0 && at - begin <= size && isOf(row.group(), begin - 1)) {
      begin--;
    }
    int end = at + 1;
    while (end < rows.size() && end - begin <= size && isOf(row.group(), end)) {
      end++;
    }
    return end - begin > size ? RowBorder.before(row) : RowBorder.before(row.group());
  }

  private boolean isOf(Group group, int at) {
    return rows.get(at).group().equals(group);
  }
}
