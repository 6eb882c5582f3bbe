package pagemark.state;

import java.time.Instant;
import java.util.Map;
import pagemark.index.Sequence;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// An item that is poison for a listing: its attributes do not fit the definition, or the store
/// cannot hold its position.
///
/// @param key the item's key attributes
/// @param sequence the sequence of the record that brought the image
/// @param reason names the attribute and what it must be
public record QuarantinedItem(
    String listing,
    Map<String, AttributeValue> key,
    Sequence sequence,
    String reason,
    Instant seenAt) {
  public QuarantinedItem {
    key = Map.copyOf(key);
  }

  /// SHA-256 of the item's key, in hexadecimal: the sort key in `pagemark-state`. Logs have a keyed
  /// hash, [KeyHashes].
  public String keyHash() {
    return keyHash(key);
  }

  /// SHA-256 of an item's key, in hexadecimal.
  public static String keyHash(Map<String, AttributeValue> key) {
    return StateItems.hash(key);
  }
}
