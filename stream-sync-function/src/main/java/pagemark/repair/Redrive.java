package pagemark.repair;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import pagemark.state.QuarantinedItem;
import pagemark.state.Suspect;
import pagemark.table.KeyJson;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The result of one try to settle everything that `pagemark-state` keeps about a listing.
///
/// @param quarantined the result for quarantined items
/// @param suspects the result for entries that readers found doubtful
/// @param kept the first 1,000 quarantined items that are still there
/// @param doubted the first 1,000 suspects that are still there
public record Redrive(
    BacklogRepair.Result quarantined,
    BacklogRepair.Result suspects,
    List<QuarantinedItem> kept,
    List<Suspect> doubted) {
  private static final int KEPT_MAX = 1_000;

  /// Tries each item once, as far as the time allows.
  public static Redrive run(BacklogRepair backlog, String listing, BooleanSupplier hasTime) {
    BacklogRepair.Result quarantined = backlog.quarantined(listing, hasTime);
    BacklogRepair.Result suspects = backlog.suspects(listing, hasTime);
    return new Redrive(
        quarantined,
        suspects,
        backlog.table().quarantine().list(listing, KEPT_MAX),
        backlog.filed().list(listing, KEPT_MAX));
  }

  /// How many items cannot be indexed, or could not be settled now.
  public int left() {
    BacklogRepair.Result all = quarantined.plus(suspects);
    return all.poison() + all.open();
  }

  /// The fields of the answer's JSON object.
  ///
  /// @param keys whether they include the keys of what is still there, with the reasons
  public Map<String, Object> json(boolean keys) {
    BacklogRepair.Result all = quarantined.plus(suspects);
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("quarantinedSettled", quarantined.settled());
    json.put("suspectsSettled", suspects.settled());
    json.put("poison", all.poison());
    json.put("open", all.open());
    if (keys) {
      json.put("quarantined", kept.stream().map(item -> json(item.key(), item.reason())).toList());
      json.put("suspects", doubted.stream().map(item -> json(item.key(), item.reason())).toList());
      json.put("more", kept.size() == KEPT_MAX || doubted.size() == KEPT_MAX);
    }
    return json;
  }

  private static Map<String, Object> json(Map<String, AttributeValue> key, String reason) {
    return Map.of("key", KeyJson.of(key), "reason", reason);
  }
}
