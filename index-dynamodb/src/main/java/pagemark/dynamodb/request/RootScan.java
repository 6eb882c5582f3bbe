package pagemark.dynamodb.request;

import java.util.List;
import pagemark.dynamodb.node.GroupName;
import pagemark.dynamodb.node.Item;
import pagemark.dynamodb.node.NodeKey;
import pagemark.index.IndexException;

/// Finds the groups of a generation: reads its whole table, in parts.
public interface RootScan {
  /// The position before the first part, and after the last.
  String BEGIN = "";

  /// Reads the next part. A root that exists all the time is in one of the parts; one that is only
  /// some seconds old may be missed.
  ///
  /// @param from the last part's `next`; [#BEGIN] for the first part
  /// @throws IllegalArgumentException if `from` is neither
  /// @throws MissingTableException if the generation has no table
  /// @throws IndexException.Unavailable if it cannot be read
  RootsPart roots(String generation, String from);

  /// A root with the names of its group.
  record Root(NodeKey node, GroupName group, Item.Content content) {}

  /// A part of a table.
  ///
  /// @param roots may be empty in the midst
  /// @param next where to go on; [#BEGIN] at the end
  record RootsPart(List<Root> roots, String next) {
    public RootsPart {
      roots = List.copyOf(roots);
    }
  }
}
