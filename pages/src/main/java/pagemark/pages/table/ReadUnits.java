package pagemark.pages.table;

/// The cost of eventually consistent reads in DynamoDB's read capacity units: half a unit for every
/// 4 KB or part of it.
final class ReadUnits {
  static final long BYTES_PER_STEP = 4_096;
  static final double UNITS_PER_STEP = 0.5;

  private ReadUnits() {}

  /// The cost of a Query: it rounds up the sum of its items, and costs half a unit even if it reads
  /// none.
  static double query(long bytes) {
    return Math.max(1, Math.ceilDiv(bytes, BYTES_PER_STEP)) * UNITS_PER_STEP;
  }

  /// The cost of reads by key, which round up each item.
  static double byKey(int items, long itemBytes) {
    return items * query(itemBytes);
  }

  /// The largest number of bytes that so many units can have read.
  static double bytes(double units) {
    return units / UNITS_PER_STEP * BYTES_PER_STEP;
  }
}
