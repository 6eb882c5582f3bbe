package pagemark.load;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import pagemark.load.ItemReader.ItemSize;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/// What it costs to write items into a table: a write unit for each KB of an item that is begun, in
/// the table, and as much again in each index that has the item. So it is an upper bound: an index
/// may leave out the item, or attributes of it.
///
/// @param copies 1, and 1 for each index
public record WriteCost(int copies) {
  private static final int UNIT_BYTES = 1024;

  /// On demand, in us-east-1, from third-party pages in 2026.
  private static final double DOLLARS_PER_MILLION = 0.625;

  public static WriteCost of(TableDescription table) {
    return new WriteCost(
        1 + table.globalSecondaryIndexes().size() + table.localSecondaryIndexes().size());
  }

  /// The most that these items cost.
  public String told(Stream<Map<String, AttributeValue>> items) {
    long units = copies * items.mapToLong(WriteCost::units).sum();
    return String.format(
        Locale.ROOT,
        "at most %,d write units, about $%.4f on demand in us-east-1",
        units,
        units * DOLLARS_PER_MILLION / 1e6);
  }

  /// The most that an item costs.
  public String told() {
    return String.format(
        Locale.ROOT,
        "at most %d write units for each KB of an item; a million cost about $%.3f on demand in"
            + " us-east-1",
        copies,
        DOLLARS_PER_MILLION);
  }

  private static long units(Map<String, AttributeValue> item) {
    return (ItemSize.bytes(item) + UNIT_BYTES - 1) / UNIT_BYTES;
  }
}
