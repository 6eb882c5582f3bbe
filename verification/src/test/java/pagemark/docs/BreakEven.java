package pagemark.docs;

import java.util.function.ToDoubleFunction;

/// What a month of each kind of index costs, by its entries and the writes a second, each of
/// another item. Pages are left out. Keys are UUIDs as text, in large groups.
final class BreakEven {
  private static final double FENCE_SECONDS = 3 * 86_400;
  private static final double MOST_WRITES = 1e6;

  private final ToDoubleFunction<String> rows;
  private final Costs costs;

  /// Each but the database, which many have anyway.
  enum Kind {
    DYNAMODB,
    SERVERLESS,
    NODES
  }

  BreakEven(ToDoubleFunction<String> rows) {
    this.rows = rows;
    this.costs = new Costs(rows);
  }

  /// @param units the row of write units that a record takes in DynamoDB
  double month(Kind kind, double entries, double writes, String units) {
    return switch (kind) {
      case DYNAMODB ->
          dynamo(entries) + costs.writes(writes * Costs.SECONDS * rows.applyAsDouble(units));
      case SERVERLESS ->
          costs.cache(cached(entries, writes), Costs.HOURS)
              + costs.ecpu(writes * Costs.SECONDS * rows.applyAsDouble("record-ecpu"));
      case NODES -> costs.nodes(cached(entries, writes));
    };
  }

  private double dynamo(double entries) {
    double bytes = entries * rows.applyAsDouble("bytes-dynamodb-uuid");
    return costs.stored(bytes) + costs.swept(bytes);
  }

  private double cached(double entries, double writes) {
    return entries * rows.applyAsDouble("bytes-redis-uuid") + fences(writes);
  }

  /// Bytes of the fences of three days.
  double fences(double writes) {
    return writes * FENCE_SECONDS * rows.applyAsDouble("fence-redis");
  }

  double database(double entries) {
    return costs.database(entries * rows.applyAsDouble("bytes-postgresql"));
  }

  /// The writes a second above which a serverless cache costs less than DynamoDB.
  double writes(double entries, String units) {
    double low = 0;
    double high = MOST_WRITES;
    while (high - low > 1e-4) {
      double middle = (low + high) / 2;
      boolean isCheaper =
          month(Kind.SERVERLESS, entries, middle, units)
              < month(Kind.DYNAMODB, entries, middle, units);
      high = isCheaper ? middle : high;
      low = isCheaper ? low : middle;
    }
    return high;
  }

  /// The entries above which a pair of nodes costs less than a serverless cache, without writes.
  double entriesOfNodes() {
    double pair = costs.nodes(1);
    return pair / costs.cache(1e9, Costs.HOURS) * 1e9 / rows.applyAsDouble("bytes-redis-uuid");
  }
}
