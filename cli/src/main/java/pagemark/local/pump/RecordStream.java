package pagemark.local.pump;

import java.util.List;

/// The stream of a table.
interface RecordStream {
  /// The shards that the stream still has, open and closed ones.
  List<Shard> shards();

  /// Reads `shard` from its oldest record.
  ShardReader read(Shard shard);
}
