package pagemark.docs;

import java.util.function.ToDoubleFunction;

/// Dollars of AWS, from the prices in docs/figures.tsv. It is the one place of this arithmetic.
///
/// @param rows the figures, by the id of their row
record Costs(ToDoubleFunction<String> rows) {
  /// Of a month, for what runs all the time.
  static final double HOURS = 730;

  /// Of a month, for load.
  static final double SECONDS = 30 * 86_400;

  static final double READ_BYTES = 4_096;
  private static final double GIGABYTE = 1e9;
  private static final double GIBIBYTE = 1 << 30;

  /// A node keeps a quarter of its memory for itself.
  private static final double USABLE = 0.75;

  private double millions(double count, String price) {
    return count / 1e6 * rows.applyAsDouble(price);
  }

  double reads(double units) {
    return millions(units, "price-read");
  }

  double writes(double units) {
    return millions(units, "price-write");
  }

  double ecpu(double units) {
    return millions(units, "price-ecpu");
  }

  double requests(double count) {
    return millions(count, "price-http");
  }

  /// @param seconds of each, at 1 GB
  double lambda(double invocations, double seconds) {
    return millions(invocations, "price-lambda-requests")
        + invocations * seconds * rows.applyAsDouble("price-lambda");
  }

  /// A serverless cache.
  double cache(double bytes, double hours) {
    double gigabytes = Math.max(bytes / GIGABYTE, rows.applyAsDouble("price-cache-min"));
    return gigabytes * hours * rows.applyAsDouble("price-cache");
  }

  /// Pairs of nodes, of which one is the other's replica, for a month. Each has room for twice the
  /// bytes, as a rebuild makes a second generation.
  double nodes(double bytes) {
    double usable = USABLE * GIBIBYTE * rows.applyAsDouble("node-gibibytes");
    return Math.ceil(2 * bytes / usable) * 2 * HOURS * rows.applyAsDouble("price-node");
  }

  /// What is stored in DynamoDB for a month.
  double stored(double bytes) {
    return bytes / GIGABYTE * rows.applyAsDouble("price-stored");
  }

  /// What the repairs of a month read, all bytes once a day, half a unit for each 4 KB.
  double swept(double bytes) {
    return reads(30 * bytes / READ_BYTES / 2);
  }

  /// An instance of PostgreSQL for a month.
  double database(double bytes) {
    return HOURS * rows.applyAsDouble("price-database")
        + bytes / GIGABYTE * rows.applyAsDouble("price-database-stored");
  }
}
