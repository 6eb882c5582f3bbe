package pagemark.pages.page;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.Anchor;
import pagemark.index.GroupRef;
import pagemark.index.IndexException;
import pagemark.index.PageIndexReader;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.index.Window;
import pagemark.key.PositionCodec;
import pagemark.pages.result.Bars;
import pagemark.pages.result.Bars.Bar;
import pagemark.pages.result.Cost;
import pagemark.pages.scope.BarBegin;
import pagemark.pages.scope.Scope;
import pagemark.pages.scope.SortWindow;

/// Counts the items of a group in parts of their sort values. Reads the first and the last position
/// and, for each part but the first, how many items stand before it: at most 51 calls of the index,
/// one after another, and no item. While items come and go, the parts are some milliseconds apart.
public final class BarsReader {
  private static final Duration TIME_MAX = Duration.ofSeconds(3);

  private final ServingIndex index;
  private final InstantSource clock;

  public BarsReader(ServingIndex index, InstantSource clock) {
    this.index = index;
    this.clock = clock;
  }

  /// @param most how many bars, 1 to 50
  /// @throws IndexException if the index cannot answer, or not in 3 seconds
  public Bars read(Scope scope, int most) {
    Reading reading = new Reading(scope, most, clock, clock.instant());
    boolean byCell = !scope.selection().isWhole();
    var found = index.ask(scope, byCell, reading::bars);
    Duration spent = Duration.between(reading.began, clock.instant());
    return new Bars(
        scope, found.exact(), found.value(), Cost.ofIndex(reading.calls, found.readUnits(), spent));
  }

  private static final class Reading {
    private final Scope scope;
    private final int most;
    private final InstantSource clock;
    private final Instant began;
    private int calls;

    Reading(Scope scope, int most, InstantSource clock, Instant began) {
      this.scope = scope;
      this.most = most;
      this.clock = clock;
      this.began = began;
    }

    List<Bar> bars(PageIndexReader reader, GroupRef group) {
      PageSlice first = slice(reader, group, Order.ASCENDING, new Anchor.Rank(0));
      PageSlice last = slice(reader, group, Order.DESCENDING, new Anchor.Rank(0));
      if (first.positions().isEmpty() || last.positions().isEmpty()) {
        return List.of();
      }
      List<BarBegin> begins =
          BarBegin.between(
              scope.positions(), first.positions().getFirst(), last.positions().getFirst(), most);
      List<Bar> bars = new ArrayList<>();
      long before = 0;
      for (int i = 0; i < begins.size(); i++) {
        boolean isLast = i + 1 == begins.size();
        long end = isLast ? first.total() : rank(reader, group, begins.get(i + 1).before());
        bars.add(new Bar(begins.get(i).text(), Math.max(0, end - before)));
        before = Math.max(before, end);
      }
      return bars;
    }

    private long rank(PageIndexReader reader, GroupRef group, Position boundary) {
      return slice(reader, group, Order.ASCENDING, new Anchor.Following(boundary)).from();
    }

    private PageSlice slice(PageIndexReader reader, GroupRef group, Order order, Anchor anchor) {
      if (Duration.between(began, clock.instant()).compareTo(TIME_MAX) > 0) {
        throw new IndexException.Unavailable("the index did not count in time", null);
      }
      calls++;
      var cells = scope.selection().sets();
      PositionCodec codec = scope.positions();
      return reader.page(
          new PageQuery(group, cells, cells, codec.layout(), order, window(), anchor, 1, 0));
    }

    /// The window of the scope; without one, the part of the group whose items have a sort value.
    private Window window() {
      SortWindow asked = scope.window();
      return asked != null
          ? asked.window()
          : new Window(
              scope.positions().begin().orElse(null), scope.positions().end().orElse(null));
    }
  }
}
