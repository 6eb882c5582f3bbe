package pagemark.local.pump;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A stream in memory, whose shards can be split and whose reads can be made to fail.
final class FakeStream implements RecordStream {
  private final Map<String, Shard> shards = new LinkedHashMap<>();
  private final Map<String, List<StreamRecord>> records = new LinkedHashMap<>();
  private final Set<String> closed = new TreeSet<>();
  private final int batchSize;
  private int failingReads;

  FakeStream(int batchSize) {
    this.batchSize = batchSize;
  }

  FakeStream shard(String id, @Nullable String parentId) {
    shards.put(id, new Shard(id, parentId));
    records.put(id, new ArrayList<>());
    return this;
  }

  void put(String shard, List<StreamRecord> added) {
    of(shard).addAll(added);
  }

  void close(String shard) {
    closed.add(shard);
  }

  /// Removes the shard's records, as the stream does when they are too old.
  void trim(String shard) {
    shards.remove(shard);
  }

  void failReads(int count) {
    failingReads = count;
  }

  @Override
  public List<Shard> shards() {
    failWhereTold();
    return List.copyOf(shards.values());
  }

  @Override
  public ShardReader read(Shard shard) {
    return new ShardReader() {
      private int position;

      @Override
      public Fetched next() {
        failWhereTold();
        List<StreamRecord> all = of(shard.id());
        List<StreamRecord> read = all.subList(position, Math.min(position + batchSize, all.size()));
        position += read.size();
        return new Fetched(read, closed.contains(shard.id()) && position == all.size());
      }
    };
  }

  private List<StreamRecord> of(String shard) {
    return requireNonNull(records.get(shard), shard);
  }

  private void failWhereTold() {
    if (failingReads > 0) {
      failingReads--;
      throw new IllegalStateException("the stream does not answer");
    }
  }
}
