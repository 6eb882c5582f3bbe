package pagemark.benchmark.store;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import pagemark.entry.Cell;
import pagemark.entry.Group;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.index.Anchor;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.Op;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.index.Rule;
import pagemark.index.Window;
import pagemark.index.WriteResult;

/// One group of an index: filled by the index's own writer, read by its own reader.
public record GroupFill(IndexStore store, GroupRef group) {
  public static final String GENERATION = "bench00000";
  static final int PAGE = 20;

  private static final int SPARES = 5;
  private static final int BATCH = 10_000;
  private static final IndexSettings PATIENT =
      new IndexSettings(Duration.ofHours(24), Duration.ofSeconds(10), Duration.ofMinutes(2));

  /// An index with no groups, ready to be read.
  public static IndexStore open(String url) {
    IndexStore store = IndexStores.open(url, PATIENT);
    markReady(store);
    return store;
  }

  /// Marks all slots of an empty index.
  public static void markReady(IndexStore store) {
    store.markers().building(GENERATION, "benchmark", Instant.EPOCH);
    store.markers().ready(GENERATION, "benchmark");
  }

  public static GroupFill of(IndexStore store, String group) {
    return new GroupFill(store, new GroupRef(GENERATION, "entries", new Group(group)));
  }

  /// Writes entries as a rebuild does, in order of time.
  ///
  /// @return entries per second
  double fill(PositionStream stream, int count) {
    long begin = System.nanoTime();
    for (int first = 0; first < count; first += BATCH) {
      List<Op> ops =
          PositionStream.ops(
              stream.inTime(first, Math.min(BATCH, count - first)), _ -> new Rule.Unfenced());
      write(ops);
    }
    return count * 1e9 / (System.nanoTime() - begin);
  }

  /// @throws IllegalStateException if an op is not applied
  void write(List<Op> ops) {
    requireApplied(store.writer().write(List.of(new GroupWrite(group, ops))));
  }

  /// @throws IllegalStateException if an op was not applied
  public static void requireApplied(List<WriteResult> results) {
    for (WriteResult result : results) {
      if (!(result instanceof WriteResult.Written written)
          || written.duplicates() > 0
          || !written.refused().isEmpty()) {
        throw new IllegalStateException("not applied: " + result);
      }
    }
  }

  /// A page of 20 and its spares.
  ///
  /// @param total what the page must say that there is
  /// @throws IllegalStateException if the page says something else, or has too few positions
  PageSlice page(List<Cell> cells, long from, long total) {
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
                    PAGE,
                    SPARES));
    if (page.total() != total || page.positions().size() != Math.min(PAGE, total - from)) {
      throw new IllegalStateException("page at %d: %s".formatted(from, page));
    }
    return page;
  }
}
