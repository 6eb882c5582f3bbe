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
  /// One closed shard of three records. The first iterator after the first record is stale.
  private static final class Stream implements WatchedStream {
    private boolean stale = true;

    @Override
    public List<Shard> shards() {
      return List.of(new Shard("shard", null));
    }

    @Override
    public String iterator(String shard, @Nullable String after) {
      return after == null ? "0" : after;
    }

    @Override
    public Fetched read(String iterator) {
      int read = Integer.parseInt(iterator);
      if (read == 1 && stale) {
        stale = false;
        throw new StaleIteratorException();
      }
      return new Fetched(List.of(record(read + 1)), read == 2 ? null : "" + (read + 1));
    }

    private static JsonNode record(int number) {
      JsonNodeFactory json = JsonNodeFactory.instance;
      return json.objectNode().set("dynamodb", json.objectNode().put("SequenceNumber", number));
    }
  }

  @Test
  void goesOnBehindTheLastRecordThatIsDoneIfItsIteratorIsStale() {
    Map<String, String> positions = new HashMap<>();
    List<String> seen = new ArrayList<>();
    ShardWalk.End end =
        new ShardWalk(new Stream(), positions, () -> true)
            .walk(
                records -> {
                  records.forEach(record -> seen.add(WatchedStream.sequence(record)));
                  return new ShardWalk.Visit(records.size(), ShardWalk.Go.ON);
                });
    assertEquals(ShardWalk.End.READ, end);
    assertEquals(List.of("1", "2", "3"), seen);
    assertEquals(Map.of("shard", ShardWalk.ENDED), positions);
  }

  /// Its records have expired, but later ones have not.
  @Test
  void beginsAtTheOldestRecordIfTheLastOneThatIsDoneHasExpired() {
    WatchedStream expired =
        new WatchedStream() {
          @Override
          public List<Shard> shards() {
            return List.of(new Shard("shard", null));
          }

          @Override
          public String iterator(String shard, @Nullable String after) {
            if (after != null) {
              throw new StaleIteratorException();
            }
            return "oldest";
          }

          @Override
          public Fetched read(String iterator) {
            return new Fetched(List.of(Stream.record(7)), null);
          }
        };
    Map<String, String> positions = new HashMap<>(Map.of("shard", "1"));
    new ShardWalk(expired, positions, () -> true)
        .walk(records -> new ShardWalk.Visit(records.size(), ShardWalk.Go.ON));
    assertEquals(Map.of("shard", ShardWalk.ENDED), positions);
  }

  /// Shards whose reads give these numbers; a read of none is empty. A shard is closed if its last
  /// read is.
  private record Shards(Map<Shard, List<List<Integer>>> reads, boolean closed)
      implements WatchedStream {
    @Override
    public List<Shard> shards() {
      return List.copyOf(reads.keySet());
    }

    @Override
    public String iterator(String shard, @Nullable String after) {
      return shard + "/0";
    }

    @Override
    public Fetched read(String iterator) {
      String[] parts = iterator.split("/", 2);
      List<List<Integer>> all =
          reads.entrySet().stream()
              .filter(e -> e.getKey().id().equals(parts[0]))
              .findFirst()
              .orElseThrow()
              .getValue();
      int read = Integer.parseInt(parts[1]);
      List<Integer> numbers = read < all.size() ? all.get(read) : List.of();
      boolean isEnd = closed && read + 1 >= all.size();
      return new Fetched(
          numbers.stream().map(Stream::record).toList(),
          isEnd ? null : parts[0] + "/" + (read + 1));
    }
  }

  private static List<String> walk(Shards stream, Map<String, String> positions) {
    List<String> seen = new ArrayList<>();
    new ShardWalk(stream, positions, () -> true)
        .walk(
            records -> {
              records.forEach(record -> seen.add(WatchedStream.sequence(record)));
              return new ShardWalk.Visit(records.size(), ShardWalk.Go.ON);
            });
    return seen;
  }

  /// DynamoDB lists shards in any order. An item's later records are in the child.
  @Test
  void readsParentsBeforeTheirChildren() {
    Map<WatchedStream.Shard, List<List<Integer>>> reads = new LinkedHashMap<>();
    reads.put(new WatchedStream.Shard("grandchild", "child"), List.of(List.of(5)));
    reads.put(new WatchedStream.Shard("child", "parent"), List.of(List.of(3), List.of(4)));
    reads.put(new WatchedStream.Shard("parent", "expired"), List.of(List.of(1, 2)));
    assertEquals(List.of("1", "2", "3", "4", "5"), walk(new Shards(reads, true), new HashMap<>()));
  }

  @Test
  void doesNotReadAChildWhoseParentIsStillOpen() {
    Map<WatchedStream.Shard, List<List<Integer>>> reads = new LinkedHashMap<>();
    reads.put(new WatchedStream.Shard("child", "parent"), List.of(List.of(2)));
    reads.put(new WatchedStream.Shard("parent", null), List.of(List.of(1)));
    assertEquals(List.of("1"), walk(new Shards(reads, false), new HashMap<>()));
  }

  @Test
  void readsOnBehindEmptyAnswers() {
    List<List<Integer>> reads = new ArrayList<>(Collections.nCopies(9, List.of()));
    reads.add(List.of(1));
    Shards stream = new Shards(Map.of(new WatchedStream.Shard("shard", null), reads), false);
    assertEquals(List.of("1"), walk(stream, new HashMap<>()));
  }

  /// They would be kept for ever.
  @Test
  void forgetsThePositionsOfShardsThatAreGone() {
    Map<String, String> positions = new HashMap<>(Map.of("gone", ShardWalk.ENDED));
    Shards stream =
        new Shards(Map.of(new WatchedStream.Shard("shard", null), List.of(List.of(1))), true);
    walk(stream, positions);
    assertEquals(Map.of("shard", ShardWalk.ENDED), positions);
  }
}
