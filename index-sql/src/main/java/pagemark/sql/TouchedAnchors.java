package pagemark.sql;

import static java.util.Objects.requireNonNull;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import pagemark.key.Bytes;

/// Finds the anchors over some places. It goes down from the root and reads all children of each
/// node on the way.
///
/// The alternative is to search for the last anchor before each place. That costs a search for each
/// place and level, and on MariaDB a walk along the level.
record TouchedAnchors(Anchors anchors, int height) {
  /// @return the anchors over the places, by level from the lowest
  List<NavigableMap<Bytes, Node>> over(Collection<Bytes> places) throws SQLException {
    List<NavigableMap<Bytes, Node>> levels = new ArrayList<>();
    NavigableMap<Bytes, Bytes> ranges = new TreeMap<>(Map.of(Place.FIRST, Place.END));
    for (int level = height - 1; level >= 0; level--) {
      NavigableMap<Bytes, Node> read = anchors.within(level, ranges);
      NavigableMap<Bytes, Node> over = new TreeMap<>();
      NavigableMap<Bytes, Bytes> below = new TreeMap<>();
      for (Bytes place : places) {
        Node node = requireNonNull(read.floorEntry(place)).getValue();
        over.put(node.place(), node);
        below.put(node.place(), end(read, ranges, node.place()));
      }
      levels.add(over);
      ranges = below;
    }
    Collections.reverse(levels);
    return levels;
  }

  /// Where the anchor at `place` ends. The next anchor that was read may belong to a later range;
  /// then this anchor ends with its own range.
  private static Bytes end(
      NavigableMap<Bytes, Node> read, NavigableMap<Bytes, Bytes> ranges, Bytes place) {
    Bytes next = read.higherKey(place);
    Bytes range = requireNonNull(ranges.floorEntry(place)).getValue();
    return next == null || next.compareTo(range) > 0 ? range : next;
  }
}
