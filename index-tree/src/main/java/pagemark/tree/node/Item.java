package pagemark.tree.node;

import org.jspecify.annotations.Nullable;

/// An item of a store: half of an inner node, or a leaf.
public sealed interface Item permits Item.Content, InnerCounts {
  /// An item that holds a node: a leaf or an inner node. Both have the name `N`, so that a group's
  /// root cannot be created twice.
  sealed interface Content extends Item permits Leaf, Inner {
    /// The names of the group; null unless this is its root.
    @Nullable GroupName group();
  }

  /// The version, which each write changes.
  long version();

  /// The name of an item in its node.
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
