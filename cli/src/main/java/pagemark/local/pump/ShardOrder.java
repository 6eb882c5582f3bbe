package pagemark.local.pump;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Finds the shards that may be read now: those whose parent was read to its end, or is no longer
/// in the stream.
final class ShardOrder {
  private ShardOrder() {}

  /// @param shards all shards of the stream
  /// @param ended the shards that were read to their end
  static List<Shard> readable(Collection<Shard> shards, Set<String> ended) {
    Set<String> known = shards.stream().map(Shard::id).collect(Collectors.toSet());
    return shards.stream()
        .filter(shard -> !ended.contains(shard.id()))
        .filter(
            shard ->
                shard.parentId() == null
                    || ended.contains(shard.parentId())
                    || !known.contains(shard.parentId()))
        .toList();
  }
}
