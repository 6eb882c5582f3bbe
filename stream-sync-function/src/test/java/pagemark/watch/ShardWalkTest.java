package pagemark.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.HashMap;
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
                  records.forEach(record -> seen.add(ShardWalk.sequence(record)));
                  return new ShardWalk.Visit(records.size(), ShardWalk.Go.ON);
                });
    assertEquals(ShardWalk.End.READ, end);
    assertEquals(List.of("1", "2", "3"), seen);
    assertEquals(Map.of("shard", ShardWalk.ENDED), positions);
  }
}
