package pagemark.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
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
import pagemark.index.PageIndexWriter;
import pagemark.index.PageIndexWriter.Sweep;
import pagemark.index.Sequence;
import pagemark.index.TakesLong;

/// Checks the memory of Redis. The fence of a group of one item takes more than 100 bytes, without
/// its key.
@TakesLong(nightly = 10)
final class SweepIT {
  private static final int GROUPS = Extent.of(4_000, 20_000);
  private static final int PER_CALL = 500;
  private static final long FENCE_BYTES_MIN = 100;
  private static final long TOLERANCE_BYTES = GROUPS * 10L;
  private static SingleServer server;
  private static PageIndexWriter writer;

  @BeforeAll
  static void start() {
    server = SingleServer.startReady("g1");
    writer = server.store().writer();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static List<GroupRef> groups() {
    return IntStream.range(0, GROUPS)
        .mapToObj(i -> new GroupRef("g1", "comments", new Group("product" + i)))
        .toList();
  }

  private static void write(List<GroupRef> groups, String sequence, @Nullable Entry entry) {
    Op op = new Op(Bytes.utf8("a"), new Sequence(sequence), entry, Set.of());
    List<GroupWrite> writes = new ArrayList<>();
    for (GroupRef group : groups) {
      writes.add(new GroupWrite(group, List.of(op)));
      if (writes.size() == PER_CALL) {
        writer.write(writes);
        writes.clear();
      }
    }
  }

  private static void writeAndDelete() {
    List<GroupRef> groups = groups();
    write(groups, "1", new Entry(Cell.WHOLE, new Position(1, Bytes.utf8("a"))));
    write(groups, "2", null);
    groups.forEach(group -> AgedFences.age(server.redis(), group, 2));
  }

  /// The memory of all keys by `MEMORY USAGE`, so that connections and tables that shrink later do
  /// not matter.
  private static long memory() {
    String sum =
        """
        local bytes = 0
        for _, key in ipairs(redis.call('KEYS', '*')) do
          bytes = bytes + redis.call('MEMORY', 'USAGE', key)
        end
        return bytes
        """;
    return (Long) server.redis().eval(sum);
  }

  @Test
  void theMemoryOfGroupsThatNobodyWritesIsFreed() {
    writeAndDelete();
    writer.sweep("g1", Sweep.BEGIN, () -> true);
    long keys = server.redis().dbSize();
    long before = memory();
    writeAndDelete();
    long full = memory();
    assertTrue(full - before > GROUPS * FENCE_BYTES_MIN, () -> full + " after " + before);
    Sweep sweep = writer.sweep("g1", "gone:6379 17", () -> true);
    assertEquals(new Sweep(GROUPS, Sweep.BEGIN), sweep, "a node that is gone: from the beginning");
    assertEquals(keys, server.redis().dbSize());
    long after = memory();
    assertTrue(after - before < TOLERANCE_BYTES, () -> after + " after " + before);
  }
}
