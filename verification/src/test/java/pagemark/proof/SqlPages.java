package pagemark.proof;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import pagemark.index.Anchor;
import pagemark.index.CountQuery;
import pagemark.index.GroupRef;
import pagemark.index.IndexStore;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.index.Window;
import pagemark.key.Cell;
import pagemark.key.Layout;
import pagemark.listing.Order;

/// Pages of the index against LIMIT and OFFSET over the same rows, and totals against COUNT(*).
record SqlPages(String database, IndexStore store, PlainTable plain, Random random) {
  private static final int WARM_UP = 30;
  private static final int PAGES = 150;
  private static final int WALKS = 5;
  private static final int SIZE = 20;

  /// A call that is timed.
  @FunctionalInterface
  private interface Call {
    void run() throws SQLException;
  }

  private long total(GroupRef group, List<Cell> cells) {
    CountQuery query = new CountQuery(group, cells, Layout.SCORE, Window.WHOLE);
    return store.reader().counts(query).stream().mapToLong(n -> n).sum();
  }

  /// @param id of the group, in the tables
  void measure(GroupRef group, int id, List<Cell> cells) throws SQLException {
    long total = total(group, cells);
    long last = Math.max(0, (total - 1) / SIZE * SIZE);
    long middle = total / 2 / SIZE * SIZE;
    List<List<Long>> times = List.of(times(), times(), times(), times());
    for (int round = -WARM_UP; round < PAGES; round++) {
      long any = random.nextLong(last / SIZE + 1) * SIZE;
      long[] from = {0, middle, last, any};
      for (int i = 0; i < from.length; i++) {
        long begin = from[i];
        long nanos = nanos(() -> page(group, cells, begin, total));
        if (round >= 0) {
          times.get(i).add(nanos);
        }
      }
    }
    String where = condition(id, cells);
    List<List<Long>> walks = List.of(times(), times(), times());
    List<Long> counts = times();
    List<Long> counted = times();
    for (int round = 0; round < WALKS; round++) {
      walks.get(0).add(nanos(() -> plain.page(where, 0)));
      walks.get(1).add(nanos(() -> plain.page(where, middle)));
      walks.get(2).add(nanos(() -> plain.page(where, last)));
      counts.add(nanos(() -> total(group, cells)));
      counted.add(nanos(() -> plain.number("SELECT COUNT(*) FROM pm_position WHERE " + where)));
    }
    print(
        name(cells) + " of %,d".formatted(total),
        times.stream().map(SqlPages::median).toList(),
        walks.stream().map(SqlPages::median).toList());
    System.out.printf(
        Locale.ROOT,
        "| %s, total | %.2f | COUNT(*) | %.1f |%n",
        database,
        median(counts) / 1e6,
        median(counted) / 1e6);
    printRoundTrips(group, cells, total, List.of(0L, middle, last));
  }

  private void printRoundTrips(GroupRef group, List<Cell> cells, long total, List<Long> ranks) {
    List<Integer> trips =
        ranks.stream().map(from -> RoundTrips.of(() -> page(group, cells, from, total))).toList();
    if (trips.getFirst() > 0) {
      System.out.println("round trips of the three pages, with the commit: " + trips);
    }
  }

  void printHead() {
    System.out.println(
        "| entries | page 1 | middle | last | random | OFFSET page 1 | OFFSET middle | OFFSET last"
            + " | OFFSET last to last | last to page 1 |");
  }

  private static List<Long> times() {
    return new ArrayList<>();
  }

  private static String name(List<Cell> cells) {
    return cells.contains(Cell.WHOLE) ? "all" : cells.size() + " of 18 cells";
  }

  private static String condition(int id, List<Cell> cells) {
    String group = "group_id = %d AND shard_id = 0".formatted(id);
    return cells.contains(Cell.WHOLE)
        ? group
        : cells.stream()
            .map(cell -> "'" + cell.name() + "'")
            .collect(Collectors.joining(", ", group + " AND cell IN (", ")"));
  }

  private void page(GroupRef group, List<Cell> cells, long from, long total) {
    PageSlice page =
        store
            .reader()
            .page(
                new PageQuery(
                    group,
                    cells,
                    List.of(Cell.WHOLE),
                    Layout.SCORE,
                    Order.DESCENDING,
                    Window.WHOLE,
                    new Anchor.Rank(from),
                    SIZE,
                    5));
    if (page.total() != total || page.positions().size() != Math.min(SIZE, total - from)) {
      throw new IllegalStateException("page at " + from + ": " + page.positions().size());
    }
  }

  private void print(String what, List<Long> pages, List<Long> walks) {
    System.out.printf(
        Locale.ROOT,
        "| %s, %s | %.2f | %.2f | %.2f | %.2f | %.2f | %.1f | %.1f | %.0f times | %.2f |%n",
        database,
        what,
        pages.get(0) / 1e6,
        pages.get(1) / 1e6,
        pages.get(2) / 1e6,
        pages.get(3) / 1e6,
        walks.get(0) / 1e6,
        walks.get(1) / 1e6,
        walks.get(2) / 1e6,
        (double) walks.get(2) / pages.get(2),
        (double) pages.get(2) / pages.get(0));
  }

  private static long nanos(Call call) throws SQLException {
    long begin = System.nanoTime();
    call.run();
    return System.nanoTime() - begin;
  }

  static long median(List<Long> nanos) {
    return nanos.stream().sorted().skip(nanos.size() / 2).findFirst().orElseThrow();
  }
}
