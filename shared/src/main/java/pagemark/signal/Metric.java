package pagemark.signal;

/// The metrics of the functions, in the namespace [#NAMESPACE]. Each costs about $0.30 a month for
/// each combination of its dimensions that a function really writes. So most of them are written
/// only if something is wrong, and an alarm takes a missing value for a good one.
///
/// There is no metric of errors: API Gateway, Lambda and Step Functions count those for nothing.
public enum Metric {
  /// How long the function took for a request.
  LATENCY("Latency", "Milliseconds", true),

  /// The capacity units that a request read, from the table and from an index in DynamoDB.
  READ_UNITS("ReadUnits", "Count", true),

  /// The age of a batch's oldest record when the function was done with the batch.
  LAG("Lag", "Milliseconds", false),

  /// Changes that the index lacks: records of a batch that comes again, or objects in the bucket of
  /// failed records.
  UNAPPLIED("Unapplied", "Count", false),

  /// How far a listing is from its best: [#INEXACT] or [#NOT_READY]. The API says it of a page that
  /// the index did not answer, the repair of what the state table says.
  DEGRADED("Degraded", "None", false),

  /// Items in quarantine.
  QUARANTINED("Quarantined", "Count", false),

  /// Suspects that a repair could not settle. If it still cannot an hour later, something is wrong.
  SUSPECTS("Suspects", "Count", false),

  /// Differences between index and table that an audit has found.
  DRIFT("Drift", "Count", false);

  public static final String NAMESPACE = "Pagemark";

  /// Pages may differ from the table.
  public static final int INEXACT = 1;

  /// The index does not answer: only pages that need none are answered.
  public static final int NOT_READY = 2;

  private final String title;
  private final String unit;
  private final boolean isOfListing;

  Metric(String title, String unit, boolean isOfListing) {
    this.title = title;
    this.unit = unit;
    this.isOfListing = isOfListing;
  }

  /// The name in CloudWatch, and of the field in the line.
  public String title() {
    return title;
  }

  /// One of CloudWatch's units.
  public String unit() {
    return unit;
  }

  /// Whether its dimensions are `function` and `listing`; if not, `function` alone.
  public boolean isOfListing() {
    return isOfListing;
  }
}
