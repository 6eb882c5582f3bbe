package pagemark.audit;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import pagemark.index.Markers;
import pagemark.state.Generation;
import pagemark.state.Inexact;

/// The size and the state of a listing's index, as `pagemark stats` prints it.
///
/// @param quarantined counted up to one more than the most that are told
/// @param lagMillis how far the index is behind its table; empty if no function has followed the
///   stream in the last minutes
/// @param at when all of this was so
public record StatsReport(
    Generation generation,
    Stats stats,
    Map<Markers.State, Integer> states,
    int slots,
    List<String> warnings,
    int quarantined,
    OptionalLong lagMillis,
    Instant at) {
  public static final int QUARANTINED_MAX = 1_000;

  /// The fields of the JSON object; numbers that nobody knows are null.
  public Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("listing", generation.listing());
    json.put("generation", generation.id());
    json.put("groups", stats.groups());
    json.put("entries", stats.entries());
    if (stats.items().isEmpty() || !generation.definition().open().isEmpty()) {
      json.put("items", orNull(stats.items()));
    }
    json.put("largestGroup", stats.largest());
    OptionalDouble bytes = stats.bytesPerEntry();
    json.put(
        "bytesPerEntry", bytes.isPresent() ? Math.round(bytes.getAsDouble() * 10) / 10.0 : null);
    stats
        .estimatedBytesPerEntry()
        .ifPresent(estimated -> json.put("bytesPerEntryEstimated", Math.round(estimated)));
    json.put("groupsWeighed", stats.weighed());
    json.put("unreachable", stats.unreachable());
    int ready = states.getOrDefault(Markers.State.READY, 0);
    int building = states.getOrDefault(Markers.State.BUILDING, 0);
    json.put(
        "slots", Map.of("ready", ready, "building", building, "missing", slots - ready - building));
    json.put("warnings", warnings);
    json.put("quarantined", Math.min(quarantined, QUARANTINED_MAX));
    json.put("moreQuarantined", quarantined > QUARANTINED_MAX);
    json.put("exact", generation.isExact(at));
    json.put("inexact", generation.inexactAt(at).stream().map(this::json).toList());
    json.put("lagMillis", orNull(lagMillis));
    return json;
  }

  private static @Nullable Long orNull(OptionalLong number) {
    return number.isPresent() ? (Long) number.getAsLong() : null;
  }

  private Map<String, Object> json(Inexact mark) {
    return Map.of(
        "cause", mark.cause().name(),
        "since", mark.since().toString(),
        "remedy", mark.cause().remedy(generation.listing(), generation.tableName()));
  }
}
