package pagemark.rebuild;

import pagemark.index.IndexStore.Limits;

/// What AWS takes in us-east-1, in dollars as published in November 2026, and what Pagemark takes
/// of it. Each is a row of docs/figures.tsv, which says how it was got.
public enum Price {
  /// A million units, requests or invocations.
  READ("price-read", 0.125),
  WRITE("price-write", 0.625),
  ECPU("price-ecpu", 0.0023),
  INVOCATION("price-lambda-requests", 0.20),

  /// A GB for a month.
  STORED("price-stored", 0.25),
  /// A GB of log lines.
  LOG("price-log", 0.50),
  /// A GB of a cache for an hour, of which some are the least.
  CACHE("price-cache", 0.084),
  CACHE_MIN("price-cache-min", 0.1),
  /// A second of a function with 1 GB.
  LAMBDA("price-lambda", 0.0000133334),

  /// A month of a stack that does nothing, without a cache, and of its alarms.
  IDLE("idle", 1.66),
  ALARMS("alarms", 3.10),

  /// Write units of a record in an index in DynamoDB, by the size of its batch.
  APPEND_1("append-1-uuid", 1.6),
  APPEND_10("append-10-uuid", 0.60),
  APPEND_100("append-100-uuid", 0.20),
  ANYWHERE_1("anywhere-1-uuid", 3.0),
  ANYWHERE_10("anywhere-10-uuid", 3.1),
  ANYWHERE_100("anywhere-100-uuid", 2.6),
  MOVE_1("move-1-uuid", 6.4),
  MOVE_10("move-10-uuid", 4.5),
  MOVE_100("move-100-uuid", 2.8),

  /// Units of a row of a rebuild of an index in DynamoDB that takes several turns.
  ROW_WRITES("turns-of-groups-of-500", 0.27),
  ROW_READS("turns-of-groups-of-500-reads", 0.048),

  /// ECPU of a record in an index in Redis.
  RECORD_ECPU("record-ecpu", 5.3),
  /// Read units of a batch for an index in DynamoDB.
  BATCH_READS("batch-reads", 1.5);

  private static final double MILLION = 1e6;
  private static final double READ_BYTES = 4_096;

  private final String row;
  private final double value;

  Price(String row, double value) {
    this.row = row;
    this.value = value;
  }

  /// Its row.
  public String row() {
    return row;
  }

  public double value() {
    return value;
  }

  /// What so many take, if the price is that of a million.
  public double of(double count) {
    return count / MILLION * value;
  }

  /// The price of a rebuild: a consistent scan, the functions, and what the index's rows take.
  ///
  /// @param seconds of functions with 1 GB
  static double rebuild(long items, long bytes, long seconds, Limits limits) {
    double rows =
        switch (limits.unit()) {
          case "ECPU" -> ECPU.of(items * limits.unitsPerRow());
          case "write units" ->
              WRITE.of(items * ROW_WRITES.value) + READ.of(items * ROW_READS.value);
          default -> 0;
        };
    return READ.of(bytes / READ_BYTES) + seconds * LAMBDA.value + rows;
  }
}
