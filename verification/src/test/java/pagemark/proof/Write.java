package pagemark.proof;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A write to the table of a proof.
sealed interface Write {
  /// Of an item whose key the table does not have.
  record Insert(Map<String, AttributeValue> item) implements Write {}

  /// Of an item in the place of the one with its key.
  record Replace(Map<String, AttributeValue> item) implements Write {}

  /// @param key the key attributes of an item that is there
  record Delete(Map<String, AttributeValue> key) implements Write {}
}
