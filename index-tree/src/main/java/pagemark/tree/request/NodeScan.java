package pagemark.tree.request;

import java.util.List;
import pagemark.index.IndexException;
import pagemark.tree.node.Item;
import pagemark.tree.node.NodeKey;

/// Finds all nodes of a generation: reads all of it, in parts.
public interface NodeScan {
  /// Reads the next part. A node that exists all the time is in one of the parts.
  ///
  /// @param from the last part's `next`; [RootScan#BEGIN] for the first part
  /// @throws IllegalArgumentException if `from` is neither
  /// @throws MissingGenerationException if the store has nothing of the generation
  /// @throws IndexException.Unavailable if it cannot be read
  NodesPart nodes(String generation, String from);

  /// A node with what it holds.
  record Node(NodeKey key, Item.Content content) {}

  /// A part of a generation.
  ///
  /// @param nodes may be empty in the midst
  /// @param next where to go on; [RootScan#BEGIN] at the end
  record NodesPart(List<Node> nodes, String next) {
    public NodesPart {
      nodes = List.copyOf(nodes);
    }
  }
}
