package pagemark.index.rows;

import pagemark.entry.Bytes;
import pagemark.entry.Group;
import pagemark.entry.Place;

/// A border between rows in the order of [Row#ORDER]. The first row behind it may be at `place`.
///
/// @param place as [Place] writes it; [Place#FIRST] if the whole group is behind the border
public record RowBorder(Group group, Bytes place) implements Comparable<RowBorder> {
  /// The border in front of a group.
  public static RowBorder before(Group group) {
    return new RowBorder(group, Place.FIRST);
  }

  /// The border in front of a row.
  public static RowBorder before(Row row) {
    return new RowBorder(row.group(), Place.of(row.entry().position()));
  }

  /// Whether a row is in front of this border.
  public boolean isBehind(Row row) {
    return compareTo(before(row)) > 0;
  }

  @Override
  public int compareTo(RowBorder other) {
    int byGroup = Row.BY_GROUP.compare(group, other.group);
    return byGroup == 0 ? place.compareTo(other.place) : byGroup;
  }
}
