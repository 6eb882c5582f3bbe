package pagemark.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;

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
