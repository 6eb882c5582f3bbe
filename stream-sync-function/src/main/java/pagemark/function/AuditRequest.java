package pagemark.function;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import pagemark.audit.AuditSettings;
import pagemark.words.WrongValue;

/// A request to [AuditHandler], which documents its JSON form.
sealed interface AuditRequest {
  /// Asks for the size and the state of the index.
  record OfStats(String listing) implements AuditRequest {}

  /// Asks for an audit of one of the listings.
  ///
  /// @param readByKey whether only those that are read by key count, whose readers find no missing
  ///   entries
  /// @param token as that of an [OfAudit]; it chooses the listing
  record OfOne(boolean readByKey, double sample, boolean repair, String token)
      implements AuditRequest {
    OfAudit of(String listing) {
      return new OfAudit(listing, sample, repair, false, token);
    }

    /// The same one each time.
    Optional<String> choose(List<String> listings) {
      return listings.isEmpty()
          ? Optional.empty()
          : Optional.of(listings.get(Math.floorMod(token.hashCode(), listings.size())));
    }
  }

  /// Asks for an audit.
  ///
  /// @param keys whether the answer has the keys of the differences
  /// @param token names an audit that may take several invocations; null if this one must do
  record OfAudit(
      String listing, double sample, boolean repair, boolean keys, @Nullable String token)
      implements AuditRequest {
    AuditSettings settings(Duration lag, Instant until) {
      return new AuditSettings(sample, AuditSettings.DEFAULT.workers(), repair, lag, until);
    }
  }

  /// @throws IllegalArgumentException naming the field that is wrong
  static AuditRequest of(Map<String, Object> event) {
    Object action = event.getOrDefault("action", "audit");
    if (action.equals("stats")) {
      Map<String, Object> fields = known(event, Set.of("action", "listing"));
      return new OfStats(field(fields, "listing", "", String.class));
    }
    if (!action.equals("audit")) {
      throw WrongValue.of("\"action\"", action, "audit, stats");
    }
    Map<String, Object> fields = merged(event);
    return fields.containsKey("readByKey")
        ? one(known(fields, Set.of("action", "readByKey", "sample", "repair", "token")))
        : audit(known(fields, Set.of("action", "listing", "sample", "repair", "keys", "token")));
  }

  private static OfOne one(Map<String, Object> fields) {
    boolean readByKey = field(fields, "readByKey", true, Boolean.class);
    OfAudit audit = audit(fields);
    WrongValue.unless(audit.token() != null, "token", "missing", "the name of the audit");
    return new OfOne(readByKey, audit.sample(), audit.repair(), String.valueOf(audit.token()));
  }

  /// The event's fields with those of `input`: a state machine passes on its whole input, because
  /// it cannot name a field that may be missing. Its history keeps the answers, so it may not ask
  /// for keys.
  private static Map<String, Object> merged(Map<String, Object> event) {
    if (!event.containsKey("input")) {
      return event;
    }
    if (!(event.get("input") instanceof Map<?, ?> input)) {
      throw new IllegalArgumentException(
          "\"input\" is %s; it must be an object".formatted(event.get("input")));
    }
    Map<String, Object> fields = new HashMap<>();
    input.forEach((name, value) -> fields.put(String.valueOf(name), value));
    known(fields, Set.of("listing", "readByKey", "sample", "repair"));
    fields.putAll(event);
    fields.remove("input");
    return fields;
  }

  private static Map<String, Object> known(Map<String, Object> fields, Set<String> valid) {
    Set<String> unknown = new TreeSet<>(fields.keySet());
    unknown.removeAll(valid);
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "unknown fields: %s; valid fields: %s".formatted(unknown, new TreeSet<>(valid)));
    }
    return fields;
  }

  private static <T> T field(Map<String, Object> fields, String name, T byDefault, Class<T> type) {
    Object value = fields.getOrDefault(name, byDefault);
    if (!type.isInstance(value)) {
      throw new IllegalArgumentException(name + " must be a " + type.getSimpleName());
    }
    return type.cast(value);
  }

  private static OfAudit audit(Map<String, Object> fields) {
    return new OfAudit(
        field(fields, "listing", "", String.class),
        field(fields, "sample", 1, Number.class).doubleValue(),
        field(fields, "repair", false, Boolean.class),
        field(fields, "keys", false, Boolean.class),
        fields.containsKey("token") ? field(fields, "token", "", String.class) : null);
  }
}
