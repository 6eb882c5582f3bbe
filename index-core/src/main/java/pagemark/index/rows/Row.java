package pagemark.index.rows;

import java.util.Comparator;
import pagemark.entry.Bytes;
import pagemark.entry.Entry;
import pagemark.entry.Group;

/// A row of the table, as the index would hold it. Its item key can be read from its position.
public record Row(Group group, Entry entry) {
  /// By the bytes of their names.
  public static final Comparator<Group> BY_GROUP = Row::compare;

  /// By group, then by position. A run has its rows in this order, and so has their merge.
  public static final Comparator<Row> ORDER =
      Comparator.comparing(Row::group, BY_GROUP).thenComparing(row -> row.entry().position());

  /// Most rows that are compared are of one group.
  private static int compare(Group a, Group b) {
    return a.equals(b) ? 0 : Bytes.utf8(a.text()).compareTo(Bytes.utf8(b.text()));
  }
}
