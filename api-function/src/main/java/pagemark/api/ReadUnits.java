package pagemark.api;

/// What eventually consistent reads consume, in DynamoDB's read capacity units: half a unit for
/// every 4 KB or part of it.
final class ReadUnits {
  static final long BYTES_PER_STEP = 4_096;
  static final double UNITS_PER_STEP = 0.5;

  private ReadUnits() {}

  /// A Query adds up what it reads, and costs a step even where that is nothing.
  static double query(long bytes) {
    return Math.max(1, Math.ceilDiv(bytes, BYTES_PER_STEP)) * UNITS_PER_STEP;
  }

  /// A read by key rounds each item up.
  static double byKey(int items, long itemBytes) {
    return items * query(itemBytes);
  }

  /// The bytes that at most were read.
  static double bytes(double units) {
    return units / UNITS_PER_STEP * BYTES_PER_STEP;
  }
}
