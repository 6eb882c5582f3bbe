package pagemark.stack;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import pagemark.rebuild.Price;

/// The costs of a stack in a month, in dollars. They are calculated from [Price]s. Every write of
/// the table goes to each index; writes are spread evenly over the month, and the stream has one
/// shard.
///
/// @param isTables whether the index is in DynamoDB; else it is in a cache
/// @param indexes how many there are
/// @param bytes of all of them
/// @param writes of the table in a second
/// @param window seconds for which records are gathered
record Bill(boolean isTables, int indexes, double bytes, double writes, double window) {
  private static final double SECONDS = 30 * 86_400;
  private static final double HOURS = 730;
  private static final double GIGABYTE = 1e9;

  /// Assumed: seconds of a batch at 1 GB, and its line.
  private static final double BATCH_SECONDS = 0.06;

  private static final double LINE_GIGABYTES = 500e-9;

  /// A kind of write, by the place that the item gets in a listing.
  ///
  /// @param gsiUnits what a GSI takes for an entry of at most 1 KB
  /// @param one units of a record, alone in its batch
  /// @param ten units of a record in batches of 10
  /// @param hundred the same of 100
  record Write(int gsiUnits, Price one, Price ten, Price hundred) {
    static final Write APPEND = new Write(1, Price.APPEND_1, Price.APPEND_10, Price.APPEND_100);
    static final Write ANYWHERE =
        new Write(1, Price.ANYWHERE_1, Price.ANYWHERE_10, Price.ANYWHERE_100);
    static final Write MOVE = new Write(2, Price.MOVE_1, Price.MOVE_10, Price.MOVE_100);

    /// The write units of a record. Sizes of a batch between those that were counted are
    /// interpolated.
    double units(double batch) {
      double at = Math.min(Math.log10(batch), 2);
      return at < 1
          ? one.value() + at * (ten.value() - one.value())
          : ten.value() + (at - 1) * (hundred.value() - ten.value());
    }
  }

  private double records() {
    return writes * SECONDS;
  }

  private double batch() {
    return Math.max(1, writes * window);
  }

  double index(Write write) {
    double records = indexes * records();
    return isTables
        ? Price.WRITE.of(records * write.units(batch()))
        : Price.ECPU.of(records * Price.RECORD_ECPU.value());
  }

  /// The costs of all batches: their reads, their invocations and seconds in Lambda, their log
  /// lines.
  double batches() {
    double batches = records() / batch();
    return Price.READ.of(isTables ? batches * Price.BATCH_READS.value() : 0)
        + Price.INVOCATION.of(batches)
        + batches * (BATCH_SECONDS * Price.LAMBDA.value() + LINE_GIGABYTES * Price.LOG.value());
  }

  double storage() {
    return isTables
        ? bytes / GIGABYTE * Price.STORED.value()
        : Math.max(bytes / GIGABYTE, Price.CACHE_MIN.value()) * HOURS * Price.CACHE.value();
  }

  private double month(Write write) {
    return index(write) + batches() + storage() + Price.ALARMS.value() + Price.IDLE.value();
  }

  private double saved(int seconds, Write write) {
    return month(write) - new Bill(isTables, indexes, bytes, writes, seconds).month(write);
  }

  /// For a person to read.
  List<String> lines() {
    return List.of(
        "a month costs about %s, if all writes append, insert anywhere, or move (calculated with"
                .formatted(each(this::month))
            + " prices of us-east-1, November 2026, without requests)",
        "of that: writes of the index %s; reads, functions and log lines of batches $%.2f; storage $%.2f; alarms $%.2f; the idle stack $%.2f"
            .formatted(
                each(this::index), batches(), storage(), Price.ALARMS.value(), Price.IDLE.value()),
        "IndexWindowSeconds=10 saves %s, and 60 %s"
            .formatted(each(write -> saved(10, write)), each(write -> saved(60, write))),
        "a GSI's writes cost %s, without page numbers and counts"
            .formatted(each(write -> Price.WRITE.of(records() * write.gsiUnits))));
  }

  private static String each(ToDoubleFunction<Write> dollars) {
    return Stream.of(Write.APPEND, Write.ANYWHERE, Write.MOVE)
        .map(write -> String.format(Locale.ROOT, "$%,.2f", dollars.applyAsDouble(write)))
        .collect(Collectors.joining(", "));
  }
}
