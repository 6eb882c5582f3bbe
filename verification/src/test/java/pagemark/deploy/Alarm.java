package pagemark.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

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
    return all(Set.of());
  }

  /// @param missing resources that the watched stack does not have
  static List<Alarm> all(Set<String> missing) {
    Stack stack = stack(missing);
    return stack.resources("AWS::CloudWatch::Alarm").stream()
        .map(name -> new Alarm(name, stack.properties(name)))
        .toList();
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

  /// Whether a value is one that alarms.
  boolean isOver(double value) {
    double threshold = properties.path("Threshold").asDouble();
    return switch (properties.path("ComparisonOperator").asText()) {
      case "GreaterThanOrEqualToThreshold" -> value >= threshold;
      case "LessThanThreshold" -> value < threshold;
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
