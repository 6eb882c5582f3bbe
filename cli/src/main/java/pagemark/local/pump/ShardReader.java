package pagemark.local.pump;

import java.util.List;

/// Reads one shard from its oldest record on.
interface ShardReader {
  /// What a read found.
  ///
  /// @param records the next ones, in their order; none where there are none now
  /// @param ended no record will ever follow
  record Fetched(List<StreamRecord> records, boolean ended) {
    public Fetched {
      records = List.copyOf(records);
    }
  }

  /// The next records. Where it throws, nothing was read, and the next call reads the same.
  Fetched next();
}
