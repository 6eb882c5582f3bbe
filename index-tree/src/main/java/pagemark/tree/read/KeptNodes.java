package pagemark.tree.read;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.tree.node.InnerNode;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.NodeKey;
import pagemark.tree.node.Tally;
import pagemark.tree.request.NodeAnswer;

/// Inner nodes of earlier reads, as far as they fit into some memory. Those that were not used for
/// the longest time are forgotten first.
///
/// They only serve to guess which nodes a page needs, so they may be old.
final class KeptNodes {
  /// About what a node takes in memory, besides each child and each cell of a child's tally.
  private static final long NODE_BYTES = 500;

  private static final long CHILD_BYTES = 250;
  private static final long CELL_BYTES = 64;

  private final long bytesMax;
  private final Map<NodeKey, InnerNode> nodes = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  KeptNodes(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  /// Keeps a node in place of what was kept under its key; nothing if it is no inner node, or not
  /// whole.
  void put(NodeKey key, NodeAnswer.Node read) {
    InnerNode inner = read.inner();
    put(key, inner != null && inner.isWhole() ? inner : null);
  }

  /// Keeps a node in place of what was kept under its key.
  ///
  /// @param node null to keep nothing
  synchronized void put(NodeKey key, @Nullable InnerNode node) {
    forget(key);
    if (node != null) {
      nodes.put(key, node);
      bytes += bytes(node);
    }
    while (bytes > bytesMax) {
      forget(nodes.keySet().iterator().next());
    }
  }

  private void forget(NodeKey key) {
    InnerNode gone = nodes.remove(key);
    bytes -= gone == null ? 0 : bytes(gone);
  }

  private static long bytes(InnerNode node) {
    long bytes = NODE_BYTES;
    for (Tally tally : node.counts().children().values()) {
      bytes += CHILD_BYTES + CELL_BYTES * tally.cells().size();
    }
    return bytes;
  }

  private synchronized @Nullable InnerNode kept(NodeKey key) {
    return nodes.get(key);
  }

  /// What is kept of a group.
  KnownNodes known(NodeKey root) {
    return new KnownNodes() {
      @Override
      public NodeRef root() {
        InnerNode kept = kept(root);
        return kept == null ? NodeRef.EMPTY : NodeRef.root(false, kept.counts().tally());
      }

      @Override
      public @Nullable List<NodeRef> children(NodeRef inner) {
        InnerNode kept = kept(root.node(inner.id()));
        return kept == null ? null : inner.children(kept);
      }

      @Override
      public @Nullable Leaf leaf(NodeRef leaf) {
        return null;
      }
    };
  }
}
