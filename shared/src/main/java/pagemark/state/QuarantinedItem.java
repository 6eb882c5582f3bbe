package pagemark.state;

import java.time.Instant;
import java.util.Map;
import pagemark.index.Sequence;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// An item whose image is poison for a listing.
///
/// @param key the item's key attributes
/// @param sequence of the record that brought the image
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

  /// SHA-256 of the item's key, in hexadecimal: what logs may say of it, and its sort key in
  /// `pagemark-state`.
  public String keyHash() {
    return StateItems.hash(key);
  }
}
