package pagemark.local.pump;

import java.util.List;

/// Reads one shard from its oldest record.
interface ShardReader {
  /// The result of a read.
  ///
  /// @param records the next records, in order; empty if there are none now
  /// @param ended whether no record will ever follow
  record Fetched(List<StreamRecord> records, boolean ended) {
    public Fetched {
      records = List.copyOf(records);
    }
  }

  /// Reads the next records. If it throws, the next call reads the same records.
  Fetched next();
}
