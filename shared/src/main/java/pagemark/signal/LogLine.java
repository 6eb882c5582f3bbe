package pagemark.signal;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// A line of a function's log: a JSON object of at most 1,024 bytes, which may be metrics at the
/// same time.
///
/// ```json
/// {"event":"batch","records":3,"applied":2,"level":"INFO","requestId":"8476a536-...",
///  "timestamp":"2024-05-01T12:00:00Z","function":"pagemark-sync","Lag":1204,
///  "_aws":{"Timestamp":1714564800000,"CloudWatchMetrics":[{"Namespace":"Pagemark",
///   "Dimensions":[["function"]],"Metrics":[{"Name":"Lag","Unit":"Milliseconds"}]}]}}
/// ```
///
/// That is CloudWatch's embedded metric format: `_aws` says which fields of the line are metrics,
/// and which are their dimensions. CloudWatch Logs takes the metrics out of the line; nobody calls
/// CloudWatch for them. The format is specified at
/// <https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html>.
/// It needs the line to be this object and nothing else. So a function passes [#bytes] to its
/// logger: Lambda's runtime puts a text into a line of its own, but writes bytes as they are.
///
/// A field is a text, a number, a boolean, or a list or map of these. A line that is too long loses
/// the ends of its longest texts. `level` and `timestamp` are what Lambda looks for in a line that
/// is an object. It must hold no content of items, no key, group or filter value and no cursor;
/// that is up to the caller.
///
/// It costs CloudWatch's price of a logged byte, about $0.50 a million lines at most, and the price
/// of the [Metric].
public final class LogLine {
  /// The longest line. It bounds what a million requests cost.
  public static final int BYTES_MAX = 1024;

  private static final String CUT = "...";
  private static final int DECIMALS = 3;

  private final Map<String, Object> fields = new LinkedHashMap<>();
  private final Map<Metric, Number> metrics = new EnumMap<>(Metric.class);

  /// @param event what the line is about
  public LogLine(String event) {
    put("event", event);
  }

  /// Adds a field, or replaces it.
  public LogLine put(String name, Object value) {
    fields.put(name, value);
    return this;
  }

  /// Names the listing that the line and its metrics are about. A sort that is not the first is a
  /// field of its own, so that metrics and alarms are those of the whole listing.
  ///
  /// @param name such as `orders`, or `orders@total`
  public LogLine listing(String name) {
    int at = name.indexOf('@');
    return at < 0
        ? put("listing", name)
        : put("listing", name.substring(0, at)).put("sort", name.substring(at + 1));
  }

  /// Adds a metric, which is a field too.
  public LogLine put(Metric metric, Number value) {
    metrics.put(metric, value);
    return this;
  }

  /// Says that something is wrong.
  public LogLine put(Trouble kind) {
    return put("alarm", kind.alarm()).put(Metric.KIND, kind.name()).put(Metric.TROUBLE, 1);
  }

  /// Says that the function has looked for what raises the alarm of `kind`.
  public LogLine looked(Trouble kind) {
    return put("alarm", kind.alarm()).put(Metric.TROUBLE, 0);
  }

  /// The line as it is to be written, with a line feed, as Lambda's runtime ends lines of its own.
  ///
  /// @param function the function's name, a dimension of all metrics
  /// @param at the time of the line, and of its metrics
  /// @throws IllegalStateException if the line lacks a dimension of a metric, such as `listing`
  public byte[] bytes(String function, Instant at) {
    Map<String, Object> all = all(function, at);
    byte[] bytes = encoded(all);
    for (int texts = fields.size(); bytes.length > BYTES_MAX && texts > 0; texts--) {
      shorten(all, bytes.length - BYTES_MAX);
      bytes = encoded(all);
    }
    return bytes;
  }

  private static byte[] encoded(Map<String, Object> all) {
    return (json(all) + "\n").getBytes(UTF_8);
  }

  private Map<String, Object> all(String function, Instant at) {
    Map<String, Object> all = new LinkedHashMap<>(fields);
    all.put("timestamp", at.toString());
    if (metrics.isEmpty()) {
      return all;
    }
    all.put("function", function);
    metrics.forEach((metric, value) -> all.put(metric.title(), value));
    Map<List<String>, List<Metric>> byDimensions =
        metrics.keySet().stream()
            .collect(
                Collectors.groupingBy(Metric::dimensions, LinkedHashMap::new, Collectors.toList()));
    List<Map<String, Object>> directives = new ArrayList<>();
    byDimensions.forEach(
        (dimensions, some) -> {
          if (!all.keySet().containsAll(dimensions)) {
            throw new IllegalStateException("the metrics %s need %s".formatted(some, dimensions));
          }
          directives.add(directive(dimensions, some));
        });
    all.put("_aws", ordered("Timestamp", at.toEpochMilli(), "CloudWatchMetrics", directives));
    return all;
  }

  private Map<String, Object> directive(List<String> dimensions, List<Metric> metrics) {
    List<List<String>> sets = new ArrayList<>(List.of(dimensions));
    if (metrics.contains(Metric.TROUBLE) && fields.containsKey(Metric.KIND)) {
      List<String> byKind = new ArrayList<>(dimensions);
      byKind.add(Metric.KIND);
      sets.add(byKind);
    }
    List<Map<String, Object>> named =
        metrics.stream()
            .map(metric -> ordered("Name", metric.title(), "Unit", metric.unit()))
            .toList();
    Map<String, Object> directive = ordered("Namespace", Metric.NAMESPACE, "Dimensions", sets);
    directive.put("Metrics", named);
    return directive;
  }

  private static Map<String, Object> ordered(String a, Object first, String b, Object second) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put(a, first);
    map.put(b, second);
    return map;
  }

  /// Cuts the longest text, by more than the bytes that are too many.
  private void shorten(Map<String, Object> all, int bytes) {
    Optional<Map.Entry<String, Object>> longest =
        all.entrySet().stream()
            .filter(field -> field.getValue() instanceof String)
            .filter(field -> fields.containsKey(field.getKey()))
            .max(Comparator.comparingInt(field -> ((String) field.getValue()).length()));
    longest.ifPresent(field -> field.setValue(cut((String) field.getValue(), bytes)));
  }

  private static String cut(String text, int bytes) {
    int end = Math.max(0, text.length() - bytes - CUT.length());
    boolean splits = end > 0 && Character.isHighSurrogate(text.charAt(end - 1));
    return text.substring(0, splits ? end - 1 : end) + CUT;
  }

  private static String json(Object value) {
    return switch (value) {
      case Map<?, ?> map ->
          map.entrySet().stream()
              .map(field -> quoted(String.valueOf(field.getKey())) + ":" + json(field.getValue()))
              .collect(Collectors.joining(",", "{", "}"));
      case List<?> list ->
          list.stream().map(LogLine::json).collect(Collectors.joining(",", "[", "]"));
      case Double number -> number(number);
      case Number number -> number.toString();
      case Boolean truth -> truth.toString();
      default -> quoted(value.toString());
    };
  }

  private static String number(double value) {
    return Double.isFinite(value)
        ? BigDecimal.valueOf(value)
            .setScale(DECIMALS, RoundingMode.HALF_UP)
            .stripTrailingZeros()
            .toPlainString()
        : "null";
  }

  private static String quoted(String text) {
    return "\"" + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + "\"";
  }
}
