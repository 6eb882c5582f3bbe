package pagemark.function;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import pagemark.audit.AuditSettings;
import pagemark.words.WrongValue;

/// A request to [AuditHandler], which documents its JSON form.
///
/// @param readByKey which listings to audit, if none is named: those that are read by key, whose
///   readers find no missing entries, or all
/// @param token names an audit that may take several invocations; null if this one must do
record AuditRequest(
    String action,
    String listing,
    @Nullable Boolean readByKey,
    double sample,
    int draws,
    boolean repair,
    boolean keys,
    @Nullable String token) {
  static final String STATS = "stats";

  /// @throws IllegalArgumentException naming the field that is wrong
  static AuditRequest of(Map<String, Object> event) {
    Object action = event.getOrDefault("action", "audit");
    boolean isStats = action.equals(STATS);
    WrongValue.unless(isStats || action.equals("audit"), "\"action\"", action, "audit, stats");
    Map<String, Object> fields = merged(event);
    boolean isOfAny = fields.containsKey("readByKey");
    String scope = isOfAny ? "readByKey" : "listing";
    require(
        isStats
            ? Set.of("action", "listing")
            : Set.of("action", scope, "sample", "draws", "repair", "keys", "token"),
        fields.keySet());
    WrongValue.unless(
        !isOfAny || fields.containsKey("token"), "token", "missing", "the name of the audit");
    return new AuditRequest(
        action.toString(),
        field(fields, "listing", "", String.class),
        isOfAny ? field(fields, "readByKey", true, Boolean.class) : null,
        field(fields, "sample", 1, Number.class).doubleValue(),
        field(fields, "draws", 0, Number.class).intValue(),
        field(fields, "repair", false, Boolean.class),
        field(fields, "keys", false, Boolean.class),
        fields.containsKey("token") ? field(fields, "token", "", String.class) : null);
  }

  /// The event's fields with those of `input`: a state machine passes on its whole input, because
  /// it cannot name a field that may be missing. Its history keeps the answers, so it may not ask
  /// for keys.
  private static Map<String, Object> merged(Map<String, Object> event) {
    Object input = event.getOrDefault("input", Map.of());
    if (!(input instanceof Map<?, ?> given)) {
      throw WrongValue.of("\"input\"", input, "an object");
    }
    Map<String, Object> fields = new HashMap<>();
    given.forEach((name, value) -> fields.put(String.valueOf(name), value));
    require(Set.of("listing", "readByKey", "sample", "draws", "repair"), fields.keySet());
    fields.putAll(event);
    fields.remove("input");
    return fields;
  }

  private static void require(Set<String> valid, Set<String> fields) {
    Set<String> unknown = new TreeSet<>(fields);
    unknown.removeAll(valid);
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "unknown fields: %s; valid fields: %s".formatted(unknown, new TreeSet<>(valid)));
    }
  }

  private static <T> T field(Map<String, Object> fields, String name, T byDefault, Class<T> type) {
    Object value = fields.getOrDefault(name, byDefault);
    if (!type.isInstance(value)) {
      throw new IllegalArgumentException(name + " must be a " + type.getSimpleName());
    }
    return type.cast(value);
  }

  /// Those of some listings that it asks for, one after another: all if it compares all of each,
  /// else one, the same each time.
  List<String> choose(List<String> listings) {
    if (listings.isEmpty() || (sample == 1 && draws == 0)) {
      return listings;
    }
    return List.of(listings.get(Math.floorMod(String.valueOf(token).hashCode(), listings.size())));
  }

  AuditSettings settings(Duration lag, Instant until) {
    return new AuditSettings(sample, draws, AuditSettings.DEFAULT.workers(), repair, lag, until);
  }
}
