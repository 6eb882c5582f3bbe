package pagemark.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import pagemark.embedded.RedisServer;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Position;
import pagemark.index.GroupWrite;
import pagemark.index.IndexStore;
import pagemark.index.Nightly;
import pagemark.index.Op;
import pagemark.index.PageIndexWriter.Sweep;
import pagemark.index.Sequence;
import pagemark.index.TakesLong;
import pagemark.index.WriteResult;
import pagemark.index.WriteResult.Written;
import pagemark.redis.script.IndexKeys;

/// Runs the contract on generations that an earlier version has marked: their fences stay text
/// until they are built anew.
@Nightly
@TakesLong(nightly = 15)
final class TextFencesIT extends SingleServerContract {
  private static final IndexKeys KEYS = IndexKeys.of(SHIRT);
  private static SingleServer server;

  @BeforeAll
  static void start() {
    server = SingleServer.start(RedisServer.Options.inMemory());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Override
  IndexStore store() {
    return new EarlierStore(server.store(), this::nodes);
  }

  @Override
  SingleServer server() {
    return server;
  }

  private static Op op(String item, int sequence, @Nullable Entry entry) {
    return new Op(Bytes.utf8(item), new Sequence(Integer.toString(sequence)), entry, Set.of());
  }

  private static Entry entry(String cell, double score, String member) {
    return new Entry(new Cell(cell), new Position(score, Bytes.utf8(member)));
  }

  private static WriteResult write(Op... ops) {
    return server.store().writer().write(List.of(new GroupWrite(SHIRT, List.of(ops)))).getFirst();
  }

  private static String text(byte[] key) {
    return new String(key, UTF_8);
  }

  @Test
  void aFenceIsKeptForThePeriodAfterItsOwnAndThenDropped() {
    long period = Long.parseLong(time()) / 86_400;
    String fence = text(KEYS.fence((int) (period % 2)));
    String other = text(KEYS.fence((int) (1 - period % 2)));

    server.redis().hset(other, Map.of("", Long.toString(period - 1), "a", "5 4.2 7"));
    Op late = op("a", 4, entry("4.2", 1, "a"));
    assertEquals(new Written(0, 0, List.of(late)), write(late));

    server.redis().hset(other, "", Long.toString(period - 3));
    assertEquals(new Written(1, 0, List.of()), write(late));
    assertFalse(server.redis().exists(other), "a period before the previous one");
    assertEquals(Map.of("", Long.toString(period), "a", "4 4.2 1"), server.redis().hgetAll(fence));
  }

  @Test
  void aClockThatJumpsBackKeepsTheFences() {
    long ahead = Long.parseLong(time()) / 86_400 + 1;
    String fence = text(KEYS.fence((int) (ahead % 2)));
    server.redis().hset(fence, Map.of("", Long.toString(ahead), "a", "5"));
    Op late = op("a", 4, entry("", 1, "a"));
    assertEquals(new Written(0, 0, List.of(late)), write(late));
    write(op("b", 6, entry("", 2, "b")));
    assertEquals(
        Map.of("", Long.toString(ahead), "a", "5", "b", "6  2"), server.redis().hgetAll(fence));
  }

  private static String time() {
    return text(
        (byte[])
            ((List<?>) server.redis().eval("return redis.call('TIME')".getBytes(UTF_8))).get(0));
  }

  @Test
  void noPackedFencesAreLeftAndTheSweepDropsTheOthers() {
    write(op("a", 1, entry("", 1, "a")));
    assertFalse(server.redis().exists(text(KEYS.packed(0))));
    assertFalse(server.redis().exists(text(KEYS.packed(1))));
    AgedFences.age(server.redis(), SHIRT, 2);
    Sweep sweep = server.store().writer().sweep(GENERATION, Sweep.BEGIN, () -> true);
    assertEquals(new Sweep(1, Sweep.BEGIN), sweep);
    assertFalse(server.redis().exists(text(KEYS.fence(0))));
    assertFalse(server.redis().exists(text(KEYS.fence(1))));
    assertTrue(server.redis().exists(text(KEYS.all())));
  }
}
