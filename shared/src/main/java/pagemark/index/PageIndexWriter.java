package pagemark.index;

import java.util.List;

/// Applies stream changes to an index. Only the sync side holds one.
public interface PageIndexWriter {
  /// Applies each write atomically, under its items' fences; writes of different groups are
  /// independent of each other.
  ///
  /// @return one result for each write, in order; errors of the store are results, never thrown
  List<WriteResult> write(List<GroupWrite> writes);
}
