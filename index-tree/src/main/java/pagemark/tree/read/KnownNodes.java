package pagemark.tree.read;

import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.tree.node.Leaf;
import pagemark.tree.read.ReadNodes.NodeRef;

/// The nodes of a group that are known.
interface KnownNodes {
  /// The root; an empty one if it is not known.
  NodeRef root();

  /// The children of an inner node.
  ///
  /// @return null if the node is not known
  @Nullable List<NodeRef> children(NodeRef inner);

  /// @return null if the leaf is not known
  @Nullable Leaf leaf(NodeRef leaf);
}
