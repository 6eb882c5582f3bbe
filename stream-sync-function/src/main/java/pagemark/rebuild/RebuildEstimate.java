package pagemark.rebuild;

import java.util.LinkedHashMap;
import java.util.Map;

/// About how long a rebuild takes, told at its begin.
///
/// The rates are low on purpose, so that a rebuild seldom takes longer: a segment reads the table
/// in pages of 1 MB, and writes a page's rows before the next one. A cache with a low limit, an
/// index in DynamoDB with a low limit, or a table with little capacity takes longer.
///
/// @param items about how many items the table has; DynamoDB counts them every six hours
/// @param bytes about how long they are together
/// @param seconds about how long it takes to read and write all of them
public record RebuildEstimate(long items, long bytes, long seconds) {
  /// The items that a segment reads and writes in a second, at least.
  static final long ITEMS_PER_SECOND = 1_000;

  /// The bytes of items that a segment reads in a second, at least.
  static final long BYTES_PER_SECOND = 1_000_000;

  /// @param segments the number of parts that are read in parallel
  static RebuildEstimate of(long items, long bytes, int segments) {
    long seconds = Math.max(items / ITEMS_PER_SECOND, bytes / BYTES_PER_SECOND);
    return new RebuildEstimate(items, bytes, seconds / segments + 1);
  }

  public Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("items", items);
    json.put("bytes", bytes);
    json.put("seconds", seconds);
    return json;
  }
}
