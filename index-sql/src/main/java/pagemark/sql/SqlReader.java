package pagemark.sql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import pagemark.entry.Bytes;
import pagemark.entry.Place;
import pagemark.entry.Position;
import pagemark.index.CountQuery;
import pagemark.index.GroupRef;
import pagemark.index.IndexException;
import pagemark.index.PageIndexReader;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.index.Window;
import pagemark.index.rank.PageRanks;
import pagemark.sql.connection.Database;
import pagemark.sql.connection.Database.MissingTables;
import pagemark.sql.connection.Tx;
import pagemark.sql.table.Counts;
import pagemark.sql.table.GroupRow;
import pagemark.sql.table.GroupTable;
import pagemark.sql.tree.CountedTree;
import pagemark.sql.tree.NodeTable.TreeNode;
import pagemark.sql.tree.RangeRead;

/// Reads pages and counts. All statements of one call see the same moment.
record SqlReader(Database database) implements PageIndexReader {
  /// Reads the marker, the group's row, and its highest tree nodes.
  private static final String BEGIN =
      """
      SELECT m.state, g.id, g.height, g.parts, g.entries, g.cells, g.period, g.kept,
        a.place AS a_place, a.parts AS a_parts, a.entries AS a_entries, a.cells AS a_cells
      FROM pm_marker m
      LEFT JOIN pm_group g ON g.generation = m.generation AND g.listing = ? AND g.name = ?
      LEFT JOIN pm_anchor a ON a.group_id = g.id AND a.level = g.height - 1
      WHERE m.generation = ? ORDER BY a.place\
      """;

  @Override
  public PageSlice page(PageQuery query) {
    return read(
        query.group(),
        (tx, group, tree) -> new PageRead(tree, new RangeRead(tx, group), query).slice());
  }

  @Override
  public List<Long> counts(CountQuery query) {
    return read(
        query.group(),
        (_, _, tree) -> {
          Counts within = within(tree, query.window());
          return query.cells().stream().map(cell -> Math.max(0, within.of(List.of(cell)))).toList();
        });
  }

  private static Counts within(CountedTree tree, Window window) throws SQLException {
    List<Bytes> places = new ArrayList<>();
    if (window.from() != null) {
      places.add(Place.of(window.from()));
    }
    if (window.to() != null) {
      places.add(Place.of(window.to()));
    }
    List<Counts> before = places.isEmpty() ? List.of() : tree.before(places);
    Counts low = window.from() == null ? Counts.NONE : before.getFirst();
    Counts high = window.to() == null ? tree.total() : before.getLast();
    return high.minus(low);
  }

  /// Reads something of a group.
  @FunctionalInterface
  private interface Question<T> {
    T ask(Tx tx, long group, CountedTree tree) throws SQLException;
  }

  private <T> T read(GroupRef group, Question<T> question) {
    try {
      return database.read(tx -> read(tx, group, question));
    } catch (MissingTables e) {
      throw new IndexException.NotReady(group.generation());
    }
  }

  private static <T> T read(Tx tx, GroupRef group, Question<T> question) throws SQLException {
    List<TreeNode> top = new ArrayList<>();
    List<GroupRow> rows =
        tx.query(
            BEGIN,
            row -> {
              if (!"READY".equals(row.getString("state"))) {
                throw new IndexException.NotReady(group.generation());
              }
              byte[] place = row.getBytes("a_place");
              if (place != null) {
                Counts counts = new Counts(row.getLong("a_entries"), row.getString("a_cells"));
                top.add(new TreeNode(Bytes.of(place), counts, row.getInt("a_parts")));
              }
              return row.getString("cells") == null ? GroupRow.NONE : GroupTable.row(row);
            },
            group.listing(),
            GroupTable.name(group),
            group.generation());
    if (rows.isEmpty()) {
      throw new IndexException.NotReady(group.generation());
    }
    GroupRow row = rows.getFirst();
    return question.ask(tx, row.id(), new CountedTree(tx, row, top));
  }

  /// Reads one page of a group.
  record PageRead(CountedTree tree, RangeRead range, PageQuery query) {
    PageSlice slice() throws SQLException {
      PageRanks ranks = ranks();
      if (ranks.isEmpty()) {
        return ranks.slice(List.of(), 0);
      }
      List<Position> read = range.read(tree, query.cells(), ranks.firstRead(), ranks.endRead());
      return ranks.slice(read, span(ranks.span(read)));
    }

    private PageRanks ranks() throws SQLException {
      Position from = query.window().from();
      Position to = query.window().to();
      Position boundary = PageRanks.boundary(query.anchor());
      List<Bytes> places =
          Stream.of(from, to, boundary).filter(Objects::nonNull).map(Place::of).toList();
      List<Counts> before = places.isEmpty() ? List.of() : tree.before(places);
      int next = 0;
      long low = from == null ? 0 : before.get(next++).of(query.cells());
      long high =
          to == null ? tree.total().of(query.cells()) : before.get(next++).of(query.cells());
      long at = boundary == null ? low : before.get(next).of(query.cells());
      return PageRanks.of(query, low, high, at);
    }

    private long span(PageRanks.Span span) throws SQLException {
      return tree.between(Place.of(span.begin()), Place.of(span.end())).of(query.spanned());
    }
  }
}
