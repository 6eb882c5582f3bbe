package pagemark.dynamodb.request;

import java.util.List;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleConsumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;

/// Counts the capacity units that requests cost, by what DynamoDB reports.
///
/// DynamoDB bills refused writes too, and does not report them. They are counted by themselves.
public final class CapacityCounter {
  private final DoubleAdder reads = new DoubleAdder();
  private final DoubleAdder writes = new DoubleAdder();
  private final LongAdder refusals = new LongAdder();
  private final LongAdder roundTrips = new LongAdder();
  private final DoubleConsumer alsoReads;

  public CapacityCounter() {
    this(null, _ -> {});
  }

  /// @param whole counts these reads, too; null if there is none
  /// @param alsoReads takes the units of each read
  CapacityCounter(@Nullable CapacityCounter whole, DoubleConsumer alsoReads) {
    this.alsoReads = whole == null ? alsoReads : alsoReads.andThen(whole.reads::add);
  }

  /// What was counted.
  ///
  /// @param readUnits half a unit for 4 KB that are read eventually consistent
  /// @param writeUnits of writes that were made
  /// @param refusals the number of refused writes and transactions
  /// @param roundTrips the number of lists that were sent
  public record Count(double readUnits, double writeUnits, long refusals, long roundTrips) {}

  void read(@Nullable ConsumedCapacity consumed) {
    double units = units(consumed);
    reads.add(units);
    alsoReads.accept(units);
  }

  void read(List<ConsumedCapacity> consumed) {
    consumed.forEach(this::read);
  }

  void written(@Nullable ConsumedCapacity consumed) {
    writes.add(units(consumed));
  }

  void written(List<ConsumedCapacity> consumed) {
    consumed.forEach(this::written);
  }

  void refused() {
    refusals.increment();
  }

  void sent() {
    roundTrips.increment();
  }

  private static double units(@Nullable ConsumedCapacity consumed) {
    return consumed == null || consumed.capacityUnits() == null ? 0 : consumed.capacityUnits();
  }

  /// Reads the counts and begins at zero.
  public Count take() {
    return new Count(
        reads.sumThenReset(),
        writes.sumThenReset(),
        refusals.sumThenReset(),
        roundTrips.sumThenReset());
  }
}
