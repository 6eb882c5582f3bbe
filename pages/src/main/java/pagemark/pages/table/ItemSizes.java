package pagemark.pages.table;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import pagemark.listing.Listing;
import pagemark.pages.table.FetchPlan.BatchGet;
import pagemark.pages.table.FetchPlan.Ranges;

/// Estimates the average size of an item, in bytes, for a listing's table and for each of its
/// indexes. It learns from the capacity that reads consume.
///
/// Capacity is rounded up, once for a Query and for each item of a read by key. So each read gives
/// a range for the average size. If the estimate is below that range, it rises into it at once, so
/// that the next read is not cut at 1 MB. If it is above, it falls by half of the distance, so that
/// one page of small items does not erase all that was learned.
///
/// The estimates live in memory, for as long as the process lives.
public final class ItemSizes {
  /// DynamoDB's limit.
  public static final long MAX = 409_600;

  /// The smallest estimate: an item's names and brackets take about this much on the wire.
  private static final long MIN = 100;

  /// The estimate before the first read.
  private static final long FIRST_GUESS = 1_024;

  private final Map<Source, Long> bytes = new ConcurrentHashMap<>();

  /// @param index null for the table
  private record Source(String listing, @Nullable String index) {}

  /// A range that contains the average size.
  private record Between(double low, double high) {
    long nearest(long bytes) {
      return Math.round(Math.clamp((double) bytes, Math.max(0, low), high));
    }
  }

  /// Whether any item of the listing was read yet.
  public boolean isKnown(Listing listing) {
    return bytes.keySet().stream().anyMatch(known -> known.listing().equals(listing.name()));
  }

  /// The size of an item as a Query of `index` reads it. If that index was not read yet, it is the
  /// size in the table.
  ///
  /// @param index null for the table
  public long of(Listing listing, @Nullable String index) {
    Long known = bytes.get(new Source(listing.name(), index));
    return known == null ? ofTable(listing) : known;
  }

  /// The size of a whole item: the largest estimate of the table and its indexes, as an index never
  /// carries more than the table.
  public long ofTable(Listing listing) {
    return bytes.entrySet().stream()
        .filter(known -> known.getKey().listing().equals(listing.name()))
        .mapToLong(Map.Entry::getValue)
        .max()
        .orElse(FIRST_GUESS);
  }

  public void learn(Listing listing, FetchPlan plan, TableRead read) {
    switch (plan) {
      case Ranges _ when read.scanned() == 0 -> {}
      case Ranges ranges ->
          learn(new Source(listing.name(), ranges.access().index()), ofQueries(read));
      case BatchGet batch -> {
        int answered = batch.keys().size() - read.left().keys().size();
        if (answered > 0 && !read.items().isEmpty()) {
          learn(new Source(listing.name(), null), ofBatch(batch, read, answered));
        }
      }
    }
  }

  private static Between ofQueries(TableRead read) {
    double bytes = ReadUnits.bytes(read.readUnits());
    double rounded = (double) ReadUnits.BYTES_PER_STEP * read.calls();
    return new Between((bytes - rounded) / read.scanned(), bytes / read.scanned());
  }

  /// A key without an item counts as a small item.
  private static Between ofBatch(BatchGet batch, TableRead read, int answered) {
    double units = batch.consistent() ? read.readUnits() / 2 : read.readUnits();
    double high = ReadUnits.bytes(units) / answered;
    return new Between(high - ReadUnits.BYTES_PER_STEP, high);
  }

  private void learn(Source source, Between measured) {
    bytes.compute(
        source,
        (_, known) -> {
          long before = known == null ? FIRST_GUESS : known;
          long nearest = measured.nearest(before);
          boolean falls = known != null && nearest < before;
          return Math.clamp(falls ? (before + nearest) / 2 : nearest, MIN, MAX);
        });
  }
}
