package pagemark.repair;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.Anchor;
import pagemark.index.PageIndexReader;
import pagemark.index.PageQuery;
import pagemark.index.Window;
import pagemark.listing.Expiry;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Listing;
import pagemark.repair.VerifiedRepair.Doubt;
import pagemark.repair.VerifiedRepair.Outcome;
import pagemark.state.Generation;
import pagemark.state.StateStore;
import pagemark.state.Work;
import pagemark.state.Work.Lease;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Removes from the index what has expired. Until then pages hide it, and totals count it.
///
/// Every minute it reads what is due by the order by expiry of each table ([Listing#byExpiry]), and
/// for each 100 items of that it
///
/// 1. reads them from the table, which says where each index of the table has them;
/// 2. repairs them there ([VerifiedRepair]), in all live generations of all sorts: they are nowhere
///    now. In an index that is being built this leaves a fence, so that no older row of its scan
///    comes after it;
/// 3. removes them from the order, last. So what a sweep leaves, the next one finds again.
///
/// An item that was renewed meanwhile stays, and its old place in the order goes. One that is gone
/// is removed from the order alone: the record of its deletion removes it elsewhere.
///
/// Clocks may differ by 10 seconds ([IndexedTable#present]). So the sweep takes only what has
/// expired 20 seconds ago: by the clock of any other writer, that is at least 10.
///
/// Cost: two writes and a few reads of the state table, and a read of each of the order's 64
/// groups. For 100 items: a BatchGetItem, and a round of repairs of all their entries and of the
/// order's own.
///
/// @param reader reads the orders by expiry
/// @param listings of the table, with its orders by expiry
public record ExpirySweep(IndexedTable table, PageIndexReader reader, List<Listing> listings) {
  private static final Duration DUE_AFTER = IndexedTable.CLOCKS_DIFFER_MAX.multipliedBy(2);

  private static final Duration RENEWED_AFTER = Duration.ofSeconds(10);

  /// BatchGetItem takes no more.
  private static final int ITEMS_PER_ROUND = 100;

  /// How a sweep has ended.
  public enum End {
    /// All that was due is gone.
    SWEPT,
    /// Some items could not be removed now, or the time was over.
    OPEN,
    /// Another process sweeps.
    HELD,
    /// The order by expiry has no index.
    NOT_BUILT
  }

  /// What a sweep did.
  ///
  /// @param removed how many due items the index does not have any more
  /// @param open how many could not be removed
  public record Result(long removed, long open, End end) {}

  /// The orders by expiry of the table.
  public List<Listing> orders() {
    return listings.stream().filter(listing -> listing.definition().isOrderByExpiry()).toList();
  }

  /// Sweeps what is due by an order by expiry.
  ///
  /// @param order one of [#orders]
  public Result run(Listing order, BooleanSupplier hasTime) {
    Sweeper sweeper = new Sweeper(order.name(), UUID.randomUUID().toString());
    if (!sweeper.isAlone()) {
      return new Result(0, 0, End.HELD);
    }
    try {
      return sweep(order, () -> hasTime.getAsBoolean() && sweeper.isAlone());
    } finally {
      sweeper.held().filter(held -> held.owner().equals(sweeper.owner)).ifPresent(state()::delete);
    }
  }

  private StateStore state() {
    return table.generations();
  }

  private Result sweep(Listing order, BooleanSupplier hasTime) {
    Instant until = table.clock().instant().minus(DUE_AFTER);
    List<Generation> swept = swept(order).toList();
    Result result =
        table.generations().live(order.name()).stream()
            .filter(one -> one.isShown() && one.isBuiltFrom(order.definition()))
            .findFirst()
            .map(serving -> new Run(serving, swept, until).remove(hasTime))
            .orElse(new Result(0, 0, End.NOT_BUILT));
    if (result.end() == End.SWEPT) {
      swept.forEach(one -> table.generations().swept(one.listing(), one.id(), until));
    }
    return result;
  }

  /// The generations of all listings whose items expire by an order. One that is registered after
  /// this takes no row of an item that is due now.
  private Stream<Generation> swept(Listing order) {
    return listings.stream()
        .filter(listing -> order.definition().due().equals(listing.definition().expires()))
        .flatMap(listing -> table.generations().live(listing.name()).stream());
  }

  /// Who sweeps. Two at once would do no harm, but each would pay for all. The lease is so short
  /// that the sweep after one that was killed finds it over.
  private final class Sweeper {
    private final String order;
    private final String owner;
    private Instant renewedAt = Instant.MIN;

    Sweeper(String order, String owner) {
      this.order = order;
      this.owner = owner;
    }

    private String work() {
      return "sweep#" + order;
    }

    Optional<Work> held() {
      return state().get(Work.class, Work.key(work()));
    }

    boolean isAlone() {
      Instant now = table.clock().instant();
      if (renewedAt.plus(RENEWED_AFTER).isAfter(now)) {
        return true;
      }
      Lease lease = new Lease(order, owner, table.clock(), Duration.ZERO);
      Work held = held().orElse(null);
      boolean isTaken = lease.isFree(held) && state().replace(held, lease.taking(work(), held));
      renewedAt = isTaken ? now : Instant.MIN;
      return isTaken;
    }
  }

  /// One run through what is due.
  private final class Run {
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
    Run(Generation order, List<Generation> swept, Instant until) {
      this.order = order;
      this.swept = swept;
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
      Layout layout = order.definition().positions().layout();
      return reader
          .page(
              new PageQuery(
                  order.group(group), layout, Order.ASCENDING, window, anchor, ITEMS_PER_ROUND, 0))
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
      List<Outcome> outcomes = table.repairOfDue(until).settle(last, hasTime);
      long settled = outcomes.stream().filter(Outcome::isSettled).count();
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
            .forEach((key, item) -> swept.forEach(one -> doubts.addAll(doubt(one, key, item))));
      }
      List<Outcome> outcomes = table.repair().settle(doubts, hasTime);
      return IntStream.range(0, doubts.size())
          .filter(i -> !outcomes.get(i).isSettled())
          .mapToObj(i -> doubts.get(i).key())
          .collect(toSet());
    }

    private List<Doubt> doubt(
        Generation one, Map<String, AttributeValue> key, Map<String, AttributeValue> item) {
      if (!(table.indexable(one, item) instanceof Indexed(var groups, var entry))) {
        return List.of();
      }
      Map<Group, Set<Entry>> seen =
          groups.stream().collect(toMap(group -> group, _ -> Set.of(entry)));
      return List.of(new Doubt(one, key, seen, true, Doubt.NO_RECORD));
    }
  }
}
