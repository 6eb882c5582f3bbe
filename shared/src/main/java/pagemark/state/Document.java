package pagemark.state;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A record that `pagemark-state` keeps as one item. Its components are the item's attributes
/// ([RecordItems]).
public interface Document {
  /// Where an item is in the table.
  record Key(String pk, String sk) {}

  Key documentKey();

  /// When DynamoDB may delete the item; null if it stays.
  default @Nullable Instant keptUntil() {
    return null;
  }

  /// The components that never change as long as there is an item of this key. They are neither
  /// compared nor written again.
  default Set<String> unchanging() {
    return Set.of();
  }
}
