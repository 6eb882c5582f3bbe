package pagemark.tree.request;

import org.jspecify.annotations.Nullable;
import pagemark.tree.node.Inner;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.node.InnerNode;
import pagemark.tree.node.Item;

/// The answer to a [NodeRequest].
public sealed interface NodeAnswer {
  /// Both items of an inner node, if the answer has them; else null.
  default @Nullable InnerNode inner() {
    return this instanceof Node(Inner inner, InnerCounts counts) && counts != null
        ? new InnerNode(inner, counts)
        : null;
  }

  /// To [NodeRequest.Get]: the content; null if there is none.
  record Content(Item.@Nullable Content content) implements NodeAnswer {}

  /// To [NodeRequest.GetNode]: both items.
  record Node(Item.@Nullable Content content, @Nullable InnerCounts counts) implements NodeAnswer {}

  /// The write is done.
  ///
  /// @param counts to [NodeRequest.RaiseTallies]: all counts of the node after it; else null
  record Done(@Nullable InnerCounts counts) implements NodeAnswer {}

  /// The item was not as expected. Nothing was written.
  ///
  /// @param now the item as it is; null if there is none, and always for a transaction
  record Refused(@Nullable Item now) implements NodeAnswer {}

  /// The store could not do it now, because a transaction has the item or it is throttled. Nothing
  /// was written.
  record Busy() implements NodeAnswer {}
}
