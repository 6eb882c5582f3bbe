package pagemark.audit;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// A request to [AuditHandler].
record AuditRequest(String listing, double sample, boolean repair) {
  private static final Set<String> FIELDS = Set.of("listing", "sample", "repair");

  /// @param event `{"listing": NAME, "sample": 0.01, "repair": true}`. The defaults compare all of
  ///   the index and repair nothing
  /// @throws IllegalArgumentException naming the field that is wrong
  static AuditRequest of(Map<String, Object> event) {
    Set<String> unknown = new TreeSet<>(event.keySet());
    unknown.removeAll(FIELDS);
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "unknown fields: %s; valid fields: %s".formatted(unknown, new TreeSet<>(FIELDS)));
    }
    return new AuditRequest(
        field(event, "listing", "", String.class),
        field(event, "sample", 1, Number.class).doubleValue(),
        field(event, "repair", false, Boolean.class));
  }

  private static <T> T field(Map<String, Object> event, String name, T byDefault, Class<T> type) {
    Object value = event.getOrDefault(name, byDefault);
    if (!type.isInstance(value)) {
      throw new IllegalArgumentException(name + " must be a " + type.getSimpleName());
    }
    return type.cast(value);
  }

  AuditSettings settings(Duration lag, Instant until) {
    return new AuditSettings(sample, AuditSettings.DEFAULT.workers(), repair, lag, until);
  }
}
