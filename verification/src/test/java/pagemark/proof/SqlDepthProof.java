package pagemark.proof;

import static java.util.Objects.requireNonNull;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import pagemark.index.IndexStore;
import pagemark.index.Op;
import pagemark.index.Rule;
import pagemark.index.Sequence;
import pagemark.key.Cell;
import pagemark.key.Entry;

/// What depth costs in SQL: 5,000,000 positions of one group on SQLite, PostgreSQL and MariaDB,
/// written by the index's own writer as a rebuild does. Pages of 20 from the newest on by the
/// index's reader, against LIMIT and OFFSET over the same rows of the same table; the total against
/// COUNT(*); the same of 1,000,000 positions in 18 cells, of three of them, and of a rare one; and
/// batches of 1,000 more against plain inserts of such rows into a table with the same key.
///
/// What is compared is done in turn, so that whatever else the machine does meets both; the ratios
/// of medians are the figures, the times are only this machine's.
///
/// Run by `mvn -Pproof -Dproof=pagemark.proof.SqlDepthProof`, with `-Dpositions=500000` for fewer
/// and `-Ddatabases=sqlite` for some of the databases.
public final class SqlDepthProof {
  private static final int POSITIONS =
      Integer.parseInt(requireNonNull(System.getProperty("positions")));
  private static final int IN_CELLS = POSITIONS / 5;
  private static final int CELLS = 18;
  private static final int BATCH = 1_000;
  private static final int BATCHES = 100;
  private static final int WARM_UP = 5;
  private static final long SEED = 20_261_121;

  private final String database;
  private final IndexStore store;
  private final PlainTable plain;
  private final Random random = new Random(SEED);
  private long written = POSITIONS;
  private long sequence;

  private SqlDepthProof(String database, IndexStore store, PlainTable plain) {
    this.database = database;
    this.store = store;
    this.plain = plain;
  }

  public static void main(String[] args) throws Exception {
    System.out.printf("seed %d, %,d positions; milliseconds%n", SEED, POSITIONS);
    SqlServers.each(
        (database, url) -> {
          try (IndexStore store = GroupFill.open(url);
              PlainTable plain = PlainTable.connect(url)) {
            new SqlDepthProof(database, store, plain).prove();
          }
        });
    System.exit(0);
  }

  private void prove() throws SQLException {
    PositionStream stream = new PositionStream(random, 1);
    PositionStream inCells = new PositionStream(random, CELLS);
    GroupFill whole = GroupFill.of(store, "all");
    GroupFill parted = GroupFill.of(store, "cells");
    System.out.printf(
        Locale.ROOT, "%s: filled at %,.0f/s%n", database, whole.fill(stream, POSITIONS));
    System.out.printf(
        Locale.ROOT, "%s: in cells at %,.0f/s%n", database, parted.fill(inCells, IN_CELLS));
    plain.vacuum();
    pages(whole, parted, inCells.all());
    plain.create();
    plain.vacuum();
    writes(whole, stream);
  }

  private void pages(GroupFill whole, GroupFill parted, List<Cell> cells) throws SQLException {
    SqlPages pages = new SqlPages(database, store, plain, random);
    pages.printHead();
    pages.measure(whole.group(), 1, List.of(Cell.WHOLE));
    pages.measure(parted.group(), 2, List.of(Cell.WHOLE));
    pages.measure(parted.group(), 2, cells.subList(0, 3));
    pages.measure(parted.group(), 2, List.of(cells.getLast()));
  }

  private void writes(GroupFill group, PositionStream stream) throws SQLException {
    Supplier<List<Entry>> end =
        () -> {
          written += BATCH;
          return stream.inTime(written, BATCH);
        };
    Supplier<List<Entry>> anywhere = () -> stream.anywhere(POSITIONS, BATCH);
    Rule unfenced = new Rule.Unfenced();
    compare(group, "rows of a rebuild, at the end", end, _ -> unfenced);
    compare(group, "rows of a rebuild, anywhere", anywhere, _ -> unfenced);
    compare(group, "records, at the end", end, _ -> newer());
    compare(group, "records, anywhere", anywhere, _ -> newer());
  }

  private Rule newer() {
    return new Rule.Newer(new Sequence("1%020d".formatted(++sequence)));
  }

  private void compare(
      GroupFill group, String what, Supplier<List<Entry>> entries, IntFunction<Rule> rule)
      throws SQLException {
    List<Long> ours = new ArrayList<>();
    List<Long> theirs = new ArrayList<>();
    for (int i = -WARM_UP; i < BATCHES; i++) {
      List<Entry> batch = entries.get();
      List<Op> ops = PositionStream.ops(batch, rule);
      long begin = System.nanoTime();
      group.write(ops);
      long between = System.nanoTime();
      plain.insert(1, batch);
      long end = System.nanoTime();
      if (i >= 0) {
        ours.add(between - begin);
        theirs.add(end - between);
      }
    }
    System.out.printf(
        Locale.ROOT,
        "| %s, %s | %,.0f/s | %,.0f/s | %.2f |%n",
        database,
        what,
        BATCH * 1e9 / SqlPages.median(ours),
        BATCH * 1e9 / SqlPages.median(theirs),
        (double) SqlPages.median(theirs) / SqlPages.median(ours));
  }
}
