package pagemark.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ShardWalkTest {
  /// Shards whose reads give these numbers; a read of none is empty. A shard is closed if its last
  /// read is.
  private static class Shards implements WatchedStream {
    private final Map<String, Shard> shards = new LinkedHashMap<>();
    private final Map<String, List<List<Integer>>> reads = new HashMap<>();
    private final boolean closed;

    Shards(boolean closed) {
      this.closed = closed;
    }

    Shards with(String shard, @Nullable String parent, List<List<Integer>> numbers) {
      shards.put(shard, new Shard(shard, parent));
      reads.put(shard, numbers);
      return this;
    }

    private List<List<Integer>> of(String shard) {
      return reads.getOrDefault(shard, List.of());
    }

    @Override
    public List<Shard> shards() {
      return List.copyOf(shards.values());
    }

    @Override
    public String iterator(String shard, @Nullable String after) {
      int read = after == null ? 0 : of(shard).indexOf(List.of(Integer.valueOf(after))) + 1;
      if (after != null && read == 0) {
        throw new StaleIteratorException();
      }
      return shard + "/" + read;
    }

    @Override
    public Fetched read(String iterator) {
      String[] parts = iterator.split("/", 2);
      List<List<Integer>> all = of(parts[0]);
      int read = Integer.parseInt(parts[1]);
      List<Integer> numbers = read < all.size() ? all.get(read) : List.of();
      boolean isEnd = closed && read + 1 >= all.size();
      return new Fetched(
          numbers.stream().map(ShardWalkTest::record).toList(),
          isEnd ? null : parts[0] + "/" + (read + 1));
    }
  }

  private static JsonNode record(int number) {
    JsonNodeFactory json = JsonNodeFactory.instance;
    return json.objectNode().set("dynamodb", json.objectNode().put("SequenceNumber", number));
  }

  private static List<String> walk(Shards stream, Map<String, String> positions) {
    List<String> seen = new ArrayList<>();
    ShardWalk.End end =
        new ShardWalk(stream, positions, () -> true)
            .walk(
                records -> {
                  records.forEach(record -> seen.add(WatchedStream.sequence(record)));
                  return new ShardWalk.Visit(records.size(), ShardWalk.Go.ON);
                });
    assertEquals(ShardWalk.End.READ, end);
    return seen;
  }

  @Test
  void goesOnBehindTheLastRecordThatIsDoneIfItsIteratorIsStale() {
    Shards stream =
        new Shards(true) {
          private boolean stale = true;

          @Override
          public Fetched read(String iterator) {
            if (iterator.equals("shard/1") && stale) {
              stale = false;
              throw new StaleIteratorException();
            }
            return super.read(iterator);
          }
        };
    stream.with("shard", null, List.of(List.of(1), List.of(2), List.of(3)));
    Map<String, String> positions = new HashMap<>();
    assertEquals(List.of("1", "2", "3"), walk(stream, positions));
    assertEquals(Map.of("shard", ShardWalk.ENDED), positions);
  }

  /// Its records have expired, but later ones have not.
  @Test
  void beginsAtTheOldestRecordIfTheLastOneThatIsDoneHasExpired() {
    Shards stream = new Shards(true).with("shard", null, List.of(List.of(7)));
    Map<String, String> positions = new HashMap<>(Map.of("shard", "1"));
    assertEquals(List.of("7"), walk(stream, positions));
    assertEquals(Map.of("shard", ShardWalk.ENDED), positions);
  }

  /// DynamoDB lists shards in any order. An item's later records are in the child.
  @Test
  void readsParentsBeforeTheirChildren() {
    Shards stream =
        new Shards(true)
            .with("grandchild", "child", List.of(List.of(5)))
            .with("child", "parent", List.of(List.of(3), List.of(4)))
            .with("parent", "expired", List.of(List.of(1, 2)));
    assertEquals(List.of("1", "2", "3", "4", "5"), walk(stream, new HashMap<>()));
  }

  @Test
  void doesNotReadAChildWhoseParentIsStillOpen() {
    Shards stream =
        new Shards(false)
            .with("child", "parent", List.of(List.of(2)))
            .with("parent", null, List.of(List.of(1)));
    assertEquals(List.of("1"), walk(stream, new HashMap<>()));
  }

  @Test
  void readsOnBehindEmptyAnswers() {
    List<List<Integer>> reads = new ArrayList<>(Collections.nCopies(9, List.of()));
    reads.add(List.of(1));
    assertEquals(List.of("1"), walk(new Shards(false).with("shard", null, reads), new HashMap<>()));
  }

  /// They would be kept for ever.
  @Test
  void forgetsThePositionsOfShardsThatAreGone() {
    Map<String, String> positions = new HashMap<>(Map.of("gone", ShardWalk.ENDED));
    walk(new Shards(true).with("shard", null, List.of(List.of(1))), positions);
    assertEquals(Map.of("shard", ShardWalk.ENDED), positions);
  }
}
