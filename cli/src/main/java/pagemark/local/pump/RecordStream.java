package pagemark.local.pump;

import java.util.List;

/// The stream of a table.
interface RecordStream {
  /// The shards that are still there, open ones and closed ones.
  List<Shard> shards();

  /// Reads `shard` from its oldest record on.
  ShardReader read(Shard shard);
}
