package pagemark.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.Extent;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.Op;
import pagemark.index.Sequence;
import pagemark.index.TakesLong;
import pagemark.index.WriteResult;

/// Checks the memory of the markers of all slots, for any number of writers.
@TakesLong(nightly = 25)
final class MarkerMemoryIT {
  private static final int WRITERS = Extent.of(300, 10_000);
  private static final int GROUPS = 8;
  private static final long BYTES_MAX = 16L << 20;
  private static SingleServer server;

  @BeforeAll
  static void start() {
    server = SingleServer.startReady("g1");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static long markers() {
    String sum =
        """
        local bytes = 0
        for _, key in ipairs(redis.call('KEYS', 'pm:*:slot')) do
          bytes = bytes + redis.call('MEMORY', 'USAGE', key, 'SAMPLES', 0)
        end
        return bytes
        """;
    return (Long) server.redis().eval(sum);
  }

  private static void write(int number) {
    Op op =
        new Op(
            Bytes.utf8("a"),
            new Sequence(Integer.toString(number)),
            new Entry(Cell.WHOLE, new Position(number, Bytes.utf8("a"))),
            Set.of());
    List<GroupWrite> writes =
        IntStream.range(0, GROUPS)
            .mapToObj(i -> new GroupRef("g1", "comments", new Group("product" + i)))
            .map(group -> new GroupWrite(group, List.of(op)))
            .toList();
    for (WriteResult result : server.store().writer().write(writes)) {
      assertEquals(new WriteResult.Written(1, 0, List.of()), result);
    }
  }

  @Test
  void markersDoNotGrowWithTheWriters() {
    long before = markers();
    IntStream.rangeClosed(1, WRITERS).forEach(MarkerMemoryIT::write);
    long after = markers();
    System.out.println("markers of one listing: %,d bytes".formatted(after));
    assertEquals(before, after);
    assertTrue(after > 1L << 20 && after <= BYTES_MAX, () -> "bytes: " + after);
  }
}
