package pagemark.dynamodb.request;

import org.jspecify.annotations.Nullable;
import pagemark.dynamodb.node.Counts;
import pagemark.dynamodb.node.Item;

/// The answer to a [Request].
public sealed interface Answer {
  /// To [Request.Get]: the content; null if there is none.
  record Content(Item.@Nullable Content content) implements Answer {}

  /// To [Request.GetNode]: both items.
  record Node(Item.@Nullable Content content, @Nullable Counts counts) implements Answer {}

  /// The write is done.
  ///
  /// @param counts to [Request.Tell]: all counts of the node after it; else null
  record Done(@Nullable Counts counts) implements Answer {}

  /// The item was not as expected. Nothing was written.
  ///
  /// @param now the item as it is; null if there is none, and always for a transaction
  record Refused(@Nullable Item now) implements Answer {}

  /// DynamoDB could not do it now, because a transaction has the item or the table is throttled.
  /// Nothing was written.
  record Busy() implements Answer {}
}
