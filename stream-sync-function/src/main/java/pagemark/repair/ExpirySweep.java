package pagemark.repair;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import pagemark.index.PageIndexReader;
import pagemark.listing.Listing;
import pagemark.state.Generation;
import pagemark.state.SweepLeases;

/// Removes from the index what has expired. Until then pages hide it, and totals count it.
///
/// Every minute it reads what is due by the order by expiry of each table ([Listing#byExpiry]), and
/// for each 100 items of that ([DueItems]) it
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
public record ExpirySweep(
    IndexedTable table, PageIndexReader reader, SweepLeases leases, List<Listing> listings) {
  private static final Duration DUE_AFTER = IndexedTable.CLOCKS_DIFFER_MAX.multipliedBy(2);

  /// Short, so that the sweep after one that was killed finds it ended.
  private static final Duration LEASE = Duration.ofSeconds(30);

  private static final Duration RENEWED_AFTER = Duration.ofSeconds(10);

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
  /// @throws pagemark.index.IndexException if the order cannot be read
  /// @throws software.amazon.awssdk.core.exception.SdkException if the table or the state table
  ///   fails
  public Result run(Listing order, BooleanSupplier hasTime) {
    Lease lease = new Lease(order.name(), UUID.randomUUID().toString());
    if (!lease.isHeld()) {
      return new Result(0, 0, End.HELD);
    }
    try {
      return sweep(order, () -> hasTime.getAsBoolean() && lease.isHeld());
    } finally {
      leases.release(order.name(), lease.owner);
    }
  }

  private Result sweep(Listing order, BooleanSupplier hasTime) {
    Instant until = table.clock().instant().minus(DUE_AFTER);
    List<Generation> swept = swept(order).toList();
    Result result =
        table.generations().live(order.name()).stream()
            .filter(one -> one.isShown() && one.isBuiltFrom(order.definition()))
            .findFirst()
            .map(serving -> new DueItems(table, reader, serving, swept, until).remove(hasTime))
            .orElse(new Result(0, 0, End.NOT_BUILT));
    if (result.end() == End.SWEPT) {
      swept.forEach(one -> table.generations().swept(one.listing(), one.id(), until));
    }
    return result;
  }

  private final class Lease {
    private final String order;
    private final String owner;
    private Instant renewedAt = Instant.MIN;

    Lease(String order, String owner) {
      this.order = order;
      this.owner = owner;
    }

    boolean isHeld() {
      Instant now = table.clock().instant();
      if (renewedAt.plus(RENEWED_AFTER).isAfter(now)) {
        return true;
      }
      renewedAt = now;
      return leases.claim(order, owner, now, now.plus(LEASE));
    }
  }

  /// The generations of all listings whose items expire by an order. One that is registered after
  /// this takes no row of an item that is due now.
  private Stream<Generation> swept(Listing order) {
    return listings.stream()
        .filter(listing -> order.definition().due().equals(listing.definition().expires()))
        .flatMap(listing -> table.generations().live(listing.name()).stream());
  }
}
