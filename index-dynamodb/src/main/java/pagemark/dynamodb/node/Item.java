package pagemark.dynamodb.node;

import org.jspecify.annotations.Nullable;

/// An item of an index table.
public sealed interface Item permits Item.Content, InnerCounts {
  /// An item that holds a node: a leaf or an inner node. Both have the sort key `N`, so that a
  /// group's root cannot be created twice.
  sealed interface Content extends Item permits Leaf, Inner {
    /// The names of the group; null unless this is its root.
    @Nullable GroupName group();
  }

  /// The version, which each write changes.
  long version();

  /// The size in bytes, as DynamoDB counts it. A write of up to 1,024 bytes costs one unit.
  int bytes();

  /// The sort key of an item.
  enum Name {
    /// Holds a [Content].
    N,
    /// Holds [InnerCounts].
    C
  }

  default Name name() {
    return this instanceof InnerCounts ? Name.C : Name.N;
  }
}
