package pagemark.signal;

import java.util.List;

/// The metrics of the functions, in the namespace [#NAMESPACE]. Each costs about $0.30 a month for
/// each combination of its dimensions that a function really writes.
///
/// There is no metric of errors: API Gateway, Lambda and Step Functions count those for nothing.
public enum Metric {
  /// How long the function took for a request.
  LATENCY("Latency", "Milliseconds"),

  /// The capacity units that a request read, from the table and from an index in DynamoDB.
  READ_UNITS("ReadUnits", "Count"),

  /// The age of a batch's oldest record when the function was done with the batch.
  LAG("Lag", "Milliseconds"),

  /// 1 for something that is wrong ([Trouble]), which also has the dimension [#KIND]. The functions
  /// that look on a schedule write 0 each time, so that a missing value says that they do not run.
  TROUBLE("Trouble", "Count");

  public static final String NAMESPACE = "Pagemark";

  /// The field of a [Trouble].
  static final String KIND = "kind";

  private final String title;
  private final String unit;

  Metric(String title, String unit) {
    this.title = title;
    this.unit = unit;
  }

  /// The name in CloudWatch, and of the field in the line.
  public String title() {
    return title;
  }

  /// One of CloudWatch's units.
  public String unit() {
    return unit;
  }

  /// The fields that are its dimensions.
  public List<String> dimensions() {
    return switch (this) {
      case LATENCY, READ_UNITS -> List.of("function", "listing");
      case LAG -> List.of("function");
      case TROUBLE -> List.of("function", "alarm");
    };
  }
}
