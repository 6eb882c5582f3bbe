package pagemark.index;

/// The counts that a store keeps beside the entries of a group, so that it can tell ranks.
public interface KeptCounts {
  /// Compares the counts with the entries.
  ///
  /// @return the number of wrong counts
  /// @throws IndexException.Unavailable if the store cannot be reached
  long wrong(GroupRef group);

  /// Corrects wrong counts.
  ///
  /// @return as [#wrong] would
  /// @throws IndexException.Unavailable if the store cannot be reached
  long correct(GroupRef group);
}
