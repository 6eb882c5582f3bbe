package pagemark.rebuild;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import pagemark.index.IndexStore.Limits;

/// About how long a rebuild takes, and whether its index fits, told at its begin.
///
/// The rates are low on purpose, so that a rebuild seldom takes longer: a segment reads the table
/// in pages of 1 MB, and writes a page's rows before the next one. A table with little capacity
/// takes longer, and so does an item that is in several groups.
///
/// @param items about how many items the table has; DynamoDB counts them every six hours
/// @param bytes about how long they are together
/// @param seconds about how long it takes to read and write all of them
/// @param indexBytes about how large the index gets at most, if all items are listed once
/// @param several whether an item can have several entries, each of which takes as much
/// @param dollars about what it costs, calculated by [Price]s, if all items are listed once
/// @param advice what to do first, because the store may not hold the index beside the present one;
///   empty if it does
public record RebuildEstimate(
    long items,
    long bytes,
    long seconds,
    long indexBytes,
    double dollars,
    boolean several,
    String advice) {
  /// The items that a segment reads and writes in a second, at least.
  private static final long ITEMS_PER_SECOND = 1_000;

  /// The bytes of items that a segment reads in a second, at least.
  private static final long BYTES_PER_SECOND = 1_000_000;

  private static final double GIGABYTE = 1e9;
  private static final double CENTS = 100;

  /// @param segments the number of parts that are read in parallel
  /// @param limits of the index's store
  public static RebuildEstimate of(long items, long bytes, int segments, Limits limits) {
    long alone = Math.max(items / ITEMS_PER_SECOND, bytes / BYTES_PER_SECOND);
    return new RebuildEstimate(
        items,
        bytes,
        Math.max(alone / segments, limits.seconds(items)) + 1,
        (long) limits.bytes(items),
        Price.rebuild(items, bytes, alone, limits),
        false,
        limits.holdsTwice(items) ? "" : advice(items, limits));
  }

  /// The same for a listing whose items can have several entries.
  RebuildEstimate ofSeveral() {
    return new RebuildEstimate(items, bytes, seconds, indexBytes, dollars, true, advice);
  }

  private static String advice(long items, Limits limits) {
    return String.format(
        Locale.ROOT,
        "an index of %,d items takes up to %.1f GB, and a rebuild holds it beside the present one,"
            + " but the store may hold %.1f GB: raise that first (CacheGigabytesMax=%.0f), unless"
            + " the listing has few of the items",
        items,
        limits.bytes(items) / GIGABYTE,
        limits.bytesMax() / GIGABYTE,
        Math.ceil(2 * limits.bytes(items) / GIGABYTE));
  }

  public Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("items", items);
    json.put("bytes", bytes);
    json.put("seconds", seconds);
    json.put("indexBytes", indexBytes);
    json.put("dollars", Math.ceil(dollars * CENTS) / CENTS);
    if (several) {
      json.put("each", "for one entry of an item, which can have several");
    }
    if (!advice.isEmpty()) {
      json.put("advice", advice);
    }
    return json;
  }
}
