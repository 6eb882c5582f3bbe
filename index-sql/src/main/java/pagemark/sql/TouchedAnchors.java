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

/// The anchors over some places, found from the root down by reading all that a node has.
///
/// To search for the last anchor before each place costs a descent of the index for each place and
/// level, and on MariaDB and MySQL a walk along the level.
record TouchedAnchors(Anchors anchors, int height) {
  private static final int RANGES_PER_QUERY = 100;

  /// @return by level from the lowest, the anchors over the places
  List<NavigableMap<Bytes, Node>> over(Collection<Bytes> places) throws SQLException {
    List<NavigableMap<Bytes, Node>> levels = new ArrayList<>();
    NavigableMap<Bytes, Bytes> ranges = new TreeMap<>(Map.of(Place.FIRST, Place.END));
    for (int level = height - 1; level >= 0; level--) {
      NavigableMap<Bytes, Node> read = read(level, ranges);
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

  /// The next anchor that was read may be one of another range, which then begins no earlier.
  private static Bytes end(
      NavigableMap<Bytes, Node> read, NavigableMap<Bytes, Bytes> ranges, Bytes place) {
    Bytes next = read.higherKey(place);
    Bytes range = requireNonNull(ranges.floorEntry(place)).getValue();
    return next == null || next.compareTo(range) > 0 ? range : next;
  }

  private NavigableMap<Bytes, Node> read(int level, Map<Bytes, Bytes> ranges) throws SQLException {
    NavigableMap<Bytes, Node> read = new TreeMap<>();
    List<Map.Entry<Bytes, Bytes>> all = List.copyOf(ranges.entrySet());
    for (int from = 0; from < all.size(); from += RANGES_PER_QUERY) {
      var some = all.subList(from, Math.min(from + RANGES_PER_QUERY, all.size()));
      String one =
          "SELECT place, parts, entries, cells FROM pm_anchor"
              + " WHERE group_id = ? AND level = ? AND place >= ? AND place < ?";
      List<Object> parameters = new ArrayList<>();
      some.forEach(
          range ->
              parameters.addAll(List.of(anchors.group(), level, range.getKey(), range.getValue())));
      anchors
          .tx()
          .query(
              one + (" UNION ALL " + one).repeat(some.size() - 1),
              row -> {
                Node node = Anchors.node(row);
                return read.put(node.place(), node);
              },
              parameters);
    }
    return read;
  }
}
