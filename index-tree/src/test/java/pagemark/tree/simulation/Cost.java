package pagemark.tree.simulation;

/// Counts requests and capacity units as DynamoDB bills them.
public final class Cost {
  private static final int READ_BYTES = 4096;
  private static final int WRITE_BYTES = 1024;

  private long roundTrips;
  private long reads;

  /// Written items, with refused ones and conflicts.
  private long writes;

  /// Written items whose condition, or another one of the transaction, failed.
  private long refusals;

  /// Written items of requests that met a transaction.
  private long conflicts;

  private double readUnits;
  private double writeUnits;

  void roundTrip() {
    roundTrips++;
  }

  void read(int bytes, boolean consistent) {
    reads++;
    readUnits += units(bytes, READ_BYTES) * (consistent ? 1 : 0.5);
  }

  /// @param factor 2 in a transaction, else 1
  void write(int bytes, int factor) {
    writes++;
    writeUnits += factor * units(bytes, WRITE_BYTES);
  }

  /// A failed condition costs as much as a write.
  void refused(int bytes, int factor) {
    refusals++;
    write(bytes, factor);
  }

  void conflict(int bytes, int factor) {
    conflicts++;
    write(bytes, factor);
  }

  private static double units(int bytes, int unit) {
    return Math.max(1, Math.ceilDiv(bytes, unit));
  }

  /// Lists of requests that were sent.
  public long roundTrips() {
    return roundTrips;
  }

  /// RRU.
  public double readUnits() {
    return readUnits;
  }

  /// WRU.
  public double writeUnits() {
    return writeUnits;
  }

  @Override
  public String toString() {
    return "%d round trips, %d reads, %d writes (%d refused, %d conflicts), %.1f RRU, %.1f WRU"
        .formatted(roundTrips, reads, writes, refusals, conflicts, readUnits, writeUnits);
  }
}
