package pagemark.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

/// An alarm of deployment/alarms.yaml.
///
/// @param name its logical id
/// @param properties resolved
public record Alarm(String name, JsonNode properties) {
  static final String TOPIC = "arn:aws:sns:eu-central-1:123456789012:on-call";
  static final Template TEMPLATE = Template.parse(Project.text("deployment/alarms.yaml"));

  /// The stack of alarms for a stack whose resources have the physical id `<Name>`.
  ///
  /// @param missing resources that it does not have
  static Stack stack(Set<String> missing) {
    Map<String, String> given = new TreeMap<>();
    Set<String> resources = Project.template().names("Resources");
    resources.retainAll(TEMPLATE.names("Parameters"));
    resources.removeAll(missing);
    resources.forEach(name -> given.put(name, "<" + name + ">"));
    given.put("AlarmTopicArn", TOPIC);
    given.put("WatchedStack", "pagemark");
    return Stack.named("pagemark-alarms", TEMPLATE, given);
  }

  /// The alarms of a stack with a cache.
  static List<Alarm> all() {
    Stack stack = stack(Set.of());
    return stack.resources("AWS::CloudWatch::Alarm").stream()
        .map(name -> new Alarm(name, stack.properties(name)))
        .toList();
  }

  /// The alarms on metrics that functions write.
  public static List<Alarm> own() {
    return all().stream().filter(alarm -> alarm.metrics().getFirst().isOwn()).toList();
  }

  /// All metrics in it; CloudWatch's price is for each of them.
  List<NamedMetric> metrics() {
    if (properties.has("MetricName")) {
      return List.of(NamedMetric.of(properties));
    }
    List<NamedMetric> metrics = new ArrayList<>();
    for (JsonNode query : properties.path("Metrics")) {
      JsonNode metric = query.at("/MetricStat/Metric");
      if (metric.isObject()) {
        metrics.add(NamedMetric.of(metric));
      }
    }
    return metrics;
  }

  /// The logical id of the function that writes the metric of an alarm of our own.
  public String function() {
    String reference = metrics().getFirst().dimensions().getOrDefault("function", "");
    return reference.substring(1, reference.length() - 1);
  }

  /// Whether one of its periods is over the threshold, if that is all that functions have written
  /// in it.
  ///
  /// @param lines the function's lines; those without the metric do not count
  public boolean isRaisedBy(List<JsonNode> lines) {
    String metric = properties.path("MetricName").asText();
    double[] values =
        lines.stream()
            .filter(line -> hasMetric(line, metric))
            .mapToDouble(line -> line.path(metric).asDouble())
            .toArray();
    return values.length > 0 && isOver(statistic(values));
  }

  private boolean hasMetric(JsonNode line, String metric) {
    List<String> named = List.copyOf(metrics().getFirst().dimensions().keySet());
    for (JsonNode directive : line.at("/_aws/CloudWatchMetrics")) {
      List<String> dimensions =
          directive.path("Dimensions").path(0).valueStream().map(JsonNode::asText).toList();
      boolean isIn =
          directive
              .path("Metrics")
              .valueStream()
              .anyMatch(m -> m.path("Name").asText().equals(metric));
      if (isIn
          && dimensions.equals(named)
          && directive.path("Namespace").asText().equals(NamedMetric.OWN)
          && line.path("function").asText().equals(function())) {
        return true;
      }
    }
    return false;
  }

  private double statistic(double[] values) {
    return switch (properties.path("Statistic").asText()) {
      case "Sum" -> DoubleStream.of(values).sum();
      case "Maximum" -> DoubleStream.of(values).max().orElseThrow();
      default -> throw new AssertionError(name + " has an unknown statistic");
    };
  }

  private boolean isOver(double value) {
    double threshold = properties.path("Threshold").asDouble();
    return switch (properties.path("ComparisonOperator").asText()) {
      case "GreaterThanThreshold" -> value > threshold;
      case "GreaterThanOrEqualToThreshold" -> value >= threshold;
      default -> throw new AssertionError(name + " has an unknown operator");
    };
  }

  /// A metric that an alarm or a widget names.
  ///
  /// @param dimensions values by name
  record NamedMetric(String namespace, String name, Map<String, String> dimensions) {
    static final String OWN = "Pagemark";

    boolean isOwn() {
      return namespace.equals(OWN);
    }

    /// The metric of an alarm, or of one of its queries.
    static NamedMetric of(JsonNode declared) {
      Map<String, String> dimensions = new TreeMap<>();
      for (JsonNode dimension : declared.path("Dimensions")) {
        dimensions.put(dimension.path("Name").asText(), dimension.path("Value").asText());
      }
      return new NamedMetric(
          declared.path("Namespace").asText(), declared.path("MetricName").asText(), dimensions);
    }

    /// The metric of a widget: namespace, name, and then names and values of dimensions in turn.
    static NamedMetric ofWidget(JsonNode array) {
      Map<String, String> dimensions = new TreeMap<>();
      for (int i = 2; i + 1 < array.size() && array.path(i).isTextual(); i += 2) {
        dimensions.put(array.path(i).asText(), array.path(i + 1).asText());
      }
      return new NamedMetric(array.path(0).asText(), array.path(1).asText(), dimensions);
    }
  }
}
