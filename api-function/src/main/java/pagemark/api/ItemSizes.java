package pagemark.api;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import pagemark.api.FetchPlan.BatchGet;
import pagemark.api.FetchPlan.Ranges;
import pagemark.listing.Listing;

/// What an item takes to read in a listing's table, and in each index of it, in bytes, by the
/// capacity that reads consumed.
///
/// Capacity is rounded up, so a read tells two sizes between which its items are on average: a
/// Query is rounded once, a read by key for each item. The figure rises into that range at once, so
/// that the next read is not cut at 1 MB, and falls half of the way, so that a page of small items
/// does not make all others forgotten.
final class ItemSizes {
  /// DynamoDB's limit.
  static final long MAX = 409_600;

  /// An item's names and brackets take so much on the wire, however small it is.
  private static final long MIN = 100;

  /// Until something was read.
  private static final long FIRST_GUESS = 1_024;

  private final Map<Source, Long> bytes = new ConcurrentHashMap<>();

  /// @param index null for the table
  private record Source(String listing, @Nullable String index) {}

  /// Average sizes of which one is right.
  private record Between(double low, double high) {
    long nearest(long bytes) {
      return Math.round(Math.clamp((double) bytes, Math.max(0, low), high));
    }
  }

  /// Whether any item of the listing was read.
  boolean isKnown(Listing listing) {
    return bytes.keySet().stream().anyMatch(known -> known.listing().equals(listing.name()));
  }

  /// Of an item as a Query of `index` reads it; of the table, where that was not asked yet.
  ///
  /// @param index null for the table
  long of(Listing listing, @Nullable String index) {
    Long known = bytes.get(new Source(listing.name(), index));
    return known == null ? ofTable(listing) : known;
  }

  /// Of a whole item: at least what any index was seen to carry of it.
  long ofTable(Listing listing) {
    return bytes.entrySet().stream()
        .filter(known -> known.getKey().listing().equals(listing.name()))
        .mapToLong(Map.Entry::getValue)
        .max()
        .orElse(FIRST_GUESS);
  }

  void learn(Listing listing, FetchPlan plan, TableRead read) {
    switch (plan) {
      case Ranges _ when read.items().isEmpty() -> {}
      case Ranges(var access, _) ->
          learn(new Source(listing.name(), access.index()), ofQueries(read, read.items().size()));
      case BatchGet batch -> {
        int answered = batch.keys().size() - read.left().keys().size();
        if (answered > 0 && !read.items().isEmpty()) {
          learn(new Source(listing.name(), null), ofBatch(batch, read, answered));
        }
      }
    }
  }

  private static Between ofQueries(TableRead read, int items) {
    double bytes = ReadUnits.bytes(read.readUnits());
    double rounded = (double) ReadUnits.BYTES_PER_STEP * read.calls();
    return new Between((bytes - rounded) / items, bytes / items);
  }

  /// A key without an item counts as a small one.
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
