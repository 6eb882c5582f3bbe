package pagemark.repair;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.Anchor;
import pagemark.index.PageIndexReader;
import pagemark.index.PageQuery;
import pagemark.index.Window;
import pagemark.listing.Expiry;
import pagemark.listing.Indexable.Indexed;
import pagemark.repair.ExpirySweep.End;
import pagemark.repair.ExpirySweep.Result;
import pagemark.state.Generation;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// One run of an [ExpirySweep] through what is due.
final class DueItems {
  /// BatchGetItem takes no more.
  private static final int ITEMS_PER_ROUND = 100;

  private final IndexedTable table;
  private final PageIndexReader reader;
  private final Generation order;
  private final List<Generation> swept;
  private final Instant until;

  /// What was read of the order, and not settled yet.
  private final List<Doubt> due = new ArrayList<>();

  private long removed;
  private long open;

  /// @param order the generation that serves the order by expiry
  /// @param swept the generations that the items are removed from
  /// @param until what had expired by then is due
  DueItems(
      IndexedTable table,
      PageIndexReader reader,
      Generation order,
      List<Generation> swept,
      Instant until) {
    this.table = table;
    this.reader = reader;
    this.order = order;
    this.swept = List.copyOf(swept);
    this.until = until;
  }

  /// @param hasTime asked before each call of the index
  Result remove(BooleanSupplier hasTime) {
    boolean isRead = true;
    for (Group group : order.definition().group().hashedGroups()) {
      isRead &= read(group, hasTime);
    }
    settle(hasTime);
    return new Result(removed, open, isRead && open == 0 ? End.SWEPT : End.OPEN);
  }

  /// @return whether all that is due in a group was read
  private boolean read(Group group, BooleanSupplier hasTime) {
    @Nullable Position last = null;
    List<Position> page;
    do {
      if (!hasTime.getAsBoolean()) {
        return false;
      }
      page = page(group, last);
      for (Position position : page) {
        due.add(Doubt.ofEntry(order, group, new Entry(Cell.WHOLE, position)));
        last = position;
        if (due.size() == ITEMS_PER_ROUND) {
          settle(hasTime);
        }
      }
    } while (page.size() == ITEMS_PER_ROUND);
    return true;
  }

  private List<Position> page(Group group, @Nullable Position last) {
    Anchor anchor = last == null ? new Anchor.Rank(0) : new Anchor.Following(last.next());
    Window window = new Window(start(until.minus(Expiry.PAST_MAX)), start(until));
    return reader
        .page(
            new PageQuery(
                order.group(group),
                order.definition().positions().layout(),
                Order.ASCENDING,
                window,
                anchor,
                ITEMS_PER_ROUND,
                0))
        .positions();
  }

  /// The boundary before what expires in the next second.
  private static Position start(Instant time) {
    return new Position(time.getEpochSecond() + 1, Bytes.of(new byte[0]));
  }

  private void settle(BooleanSupplier hasTime) {
    List<Doubt> round = List.copyOf(due);
    due.clear();
    Set<Map<String, AttributeValue>> left = left(round, hasTime);
    List<Doubt> last = round.stream().filter(doubt -> !isLeft(doubt, left)).toList();
    long settled =
        table.repairOfDue(until).settle(last, hasTime).stream().filter(Outcome::isSettled).count();
    removed += settled;
    open += round.size() - settled;
  }

  /// Whether an item may be left somewhere, so that the order must keep it.
  private static boolean isLeft(Doubt doubt, Set<Map<String, AttributeValue>> left) {
    return left.contains(doubt.key());
  }

  /// Removes items from everywhere but the order.
  ///
  /// @return the keys of those that may be left somewhere
  private Set<Map<String, AttributeValue>> left(List<Doubt> round, BooleanSupplier hasTime) {
    List<Doubt> doubts = new ArrayList<>();
    if (!round.isEmpty()) {
      table
          .items()
          .read(round.stream().map(Doubt::key).distinct().toList())
          .forEach((key, item) -> swept.forEach(one -> doubt(one, key, item, doubts)));
    }
    List<Outcome> outcomes = table.repair().settle(doubts, hasTime);
    Set<Map<String, AttributeValue>> left = new HashSet<>();
    for (int i = 0; i < doubts.size(); i++) {
      if (!outcomes.get(i).isSettled()) {
        left.add(doubts.get(i).key());
      }
    }
    return left;
  }

  private void doubt(
      Generation one,
      Map<String, AttributeValue> key,
      Map<String, AttributeValue> item,
      List<Doubt> doubts) {
    if (table.indexable(one, item) instanceof Indexed(var groups, var entry)) {
      Map<Group, Set<Entry>> seen = new HashMap<>();
      groups.forEach(group -> seen.put(group, Set.of(entry)));
      doubts.add(new Doubt(one, key, seen, true, Doubt.NO_RECORD));
    }
  }
}
