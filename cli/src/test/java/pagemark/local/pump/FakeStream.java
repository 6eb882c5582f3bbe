package pagemark.local.pump;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import pagemark.watch.WatchedStream;

/// A stream in memory, whose shards can be split and whose reads can be made to fail.
final class FakeStream implements WatchedStream {
  private final Map<String, Shard> shards = new LinkedHashMap<>();
  private final Map<String, List<JsonNode>> records = new LinkedHashMap<>();
  private final Set<String> closed = new TreeSet<>();
  private final int batchSize;
  private int failingReads;
  private boolean stale;

  FakeStream(int batchSize) {
    this.batchSize = batchSize;
  }

  FakeStream shard(String id, @Nullable String parentId) {
    shards.put(id, new Shard(id, parentId));
    records.put(id, new ArrayList<>());
    return this;
  }

  void put(String shard, List<JsonNode> added) {
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

  /// The next read finds its iterator expired.
  void makeStale() {
    stale = true;
  }

  @Override
  public List<Shard> shards() {
    failWhereTold();
    return List.copyOf(shards.values());
  }

  @Override
  public String iterator(String shard, @Nullable String after) {
    int from = after == null ? 0 : Records.sequences(of(shard)).indexOf(after) + 1;
    return shard + "/" + from;
  }

  @Override
  public Fetched read(String iterator) {
    failWhereTold();
    if (stale) {
      stale = false;
      throw new StaleIteratorException();
    }
    String shard = iterator.substring(0, iterator.indexOf('/'));
    int from = Integer.parseInt(iterator.substring(shard.length() + 1));
    List<JsonNode> all = of(shard);
    int to = Math.min(from + batchSize, all.size());
    boolean ended = closed.contains(shard) && to == all.size();
    return new Fetched(all.subList(from, to), ended ? null : shard + "/" + to);
  }

  private List<JsonNode> of(String shard) {
    return requireNonNull(records.get(shard), shard);
  }

  private void failWhereTold() {
    if (failingReads > 0) {
      failingReads--;
      throw new IllegalStateException("the stream does not answer");
    }
  }
}
