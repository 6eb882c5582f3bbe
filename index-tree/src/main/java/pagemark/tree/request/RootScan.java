package pagemark.tree.request;

import java.util.List;
import pagemark.index.IndexException;
import pagemark.tree.node.GroupName;
import pagemark.tree.node.Item;
import pagemark.tree.node.NodeKey;

/// Finds the groups of a generation: reads all of it, in parts.
public interface RootScan {
  /// The position before the first part, and after the last.
  String BEGIN = "";

  /// Reads the next part. A root that exists all the time is in one of the parts; one that is only
  /// some seconds old may be missed.
  ///
  /// @param from the last part's `next`; [#BEGIN] for the first part
  /// @throws IllegalArgumentException if `from` is neither
  /// @throws MissingGenerationException if the store has nothing of the generation
  /// @throws IndexException.Unavailable if it cannot be read
  RootsPart roots(String generation, String from);

  /// A root with the names of its group.
  record Root(NodeKey node, GroupName group, Item.Content content) {}

  /// A part of a generation.
  ///
  /// @param roots may be empty in the midst
  /// @param next where to go on; [#BEGIN] at the end
  record RootsPart(List<Root> roots, String next) {
    public RootsPart {
      roots = List.copyOf(roots);
    }
  }
}
