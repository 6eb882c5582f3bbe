package pagemark.audit;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  /// The number of slots in a state.
  private int slots(Markers.State state) {
    return states.getOrDefault(state, 0);
  }

  /// The number of slots without a marker.
  private int missing() {
    return slots - slots(Markers.State.READY) - slots(Markers.State.BUILDING);
  }

  private boolean hasMoreQuarantined() {
    return quarantined > QUARANTINED_MAX;
  }

  /// The fields of the JSON object; numbers that nobody knows are null.
  public Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("listing", generation.listing());
    json.put("generation", generation.id());
    json.put("groups", stats.groups());
    json.put("entries", stats.entries());
    if (hasSeveralEntries()) {
      json.put("items", stats.items().isPresent() ? stats.items().getAsLong() : null);
    }
    json.put("largestGroup", stats.largest());
    json.put("bytesPerEntry", bytesPerEntry());
    if (stats.estimatedBytes().isPresent()) {
      json.put("bytesPerEntryEstimated", Math.round(stats.estimatedBytesPerEntry()));
    }
    json.put("groupsWeighed", stats.sampled());
    json.put(
        "slots",
        Map.of(
            "ready", slots(Markers.State.READY),
            "building", slots(Markers.State.BUILDING),
            "missing", missing()));
    json.put("warnings", warnings);
    json.put("quarantined", Math.min(quarantined, QUARANTINED_MAX));
    json.put("moreQuarantined", hasMoreQuarantined());
    json.put("exact", generation.isExact(at));
    json.put("inexact", generation.inexactAt(at).stream().map(this::json).toList());
    json.put("lagMillis", lagMillis.isPresent() ? lagMillis.getAsLong() : null);
    return json;
  }

  /// Whether an item can have several entries.
  private boolean hasSeveralEntries() {
    return stats.items().isEmpty() || !generation.definition().open().isEmpty();
  }

  private @Nullable Double bytesPerEntry() {
    return stats.sampledBytes().isPresent()
        ? (Double) (Math.round(stats.bytesPerEntry() * 10) / 10.0)
        : null;
  }

  private Map<String, Object> json(Inexact mark) {
    return Map.of(
        "cause", mark.cause().name(),
        "since", mark.since().toString(),
        "remedy", mark.cause().remedy(generation.listing(), generation.tableName()));
  }
}
