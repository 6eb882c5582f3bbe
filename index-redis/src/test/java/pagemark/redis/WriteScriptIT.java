package pagemark.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.embedded.RedisServer;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.IndexStore;
import pagemark.index.Op;
import pagemark.index.PageIndexWriter.Sweep;
import pagemark.index.Sequence;
import pagemark.index.WriteResult;
import pagemark.index.WriteResult.Failed;
import pagemark.index.WriteResult.Written;
import pagemark.redis.script.IndexKeys;
import redis.clients.jedis.RedisClient;

/// Tests what only Redis has: memory that runs out, and a script cache that may be empty.
final class WriteScriptIT {
  private static final GroupRef GROUP = new GroupRef("g1", "comments", new Group("shirt"));
  private static final IndexKeys KEYS = IndexKeys.of(GROUP);
  private static SingleServer server;
  private static RedisClient redis;
  private static IndexStore store;

  @BeforeAll
  static void start() {
    server = SingleServer.start(RedisServer.Options.inMemory());
    redis = server.redis();
    store = server.store();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void markReady() {
    redis.flushAll();
    store.markers().building("g1", "nonce", Instant.EPOCH);
    store.markers().ready("g1", "nonce");
  }

  private static Op op(String item, int sequence, @Nullable Entry entry, Entry... olds) {
    return new Op(Bytes.utf8(item), new Sequence(Integer.toString(sequence)), entry, Set.of(olds));
  }

  private static Entry entry(String cell, double score, String member) {
    return new Entry(new Cell(cell), new Position(score, Bytes.utf8(member)));
  }

  private static WriteResult write(IndexStore to, Op... ops) {
    return to.writer().write(List.of(new GroupWrite(GROUP, List.of(ops)))).getFirst();
  }

  private static String text(byte[] key) {
    return new String(key, UTF_8);
  }

  @Test
  void membersAreTheItemKeysVerbatimAndScoresTheSortValues() {
    write(store, op("rita-1", 1, entry("", 1_714_521_600, "rita-1")));
    assertEquals("pm:g1:{comments/shirt}:all", text(KEYS.all()));
    assertEquals(1_714_521_600, redis.zscore("pm:g1:{comments/shirt}:all", "rita-1"));
    assertEquals(-1, redis.ttl("pm:g1:{comments/shirt}:all"), "no key expires");
  }

  @Test
  void aFenceInACellThatTheRecordDoesNotNameIsFoundInASecondCall() {
    write(store, op("a", 1, entry("4.2", 1, "a")), op("b", 2, entry("4.2", 1, "b")));
    long before = scriptCalls();
    assertEquals(
        new Written(2, 0, List.of()),
        write(store, op("a", 3, entry("5.1", 2, "a")), op("b", 4, null)));
    assertEquals(2, scriptCalls() - before, "a script may use the keys only that a call declares");
    assertFalse(redis.exists(text(KEYS.cell(new Cell("4.2")))));
    assertEquals(1, redis.zcard(text(KEYS.cell(new Cell("5.1")))));
  }

  private static long scriptCalls() {
    return Long.parseLong(
        redis.info("commandstats").replaceFirst("(?s).*cmdstat_evalsha:calls=(\\d+).*", "$1"));
  }

  @Test
  void aScriptThatTheServerForgotIsSentAgain() {
    write(store, op("a", 1, entry("", 1, "a")));
    redis.scriptFlush();
    assertEquals(new Written(1, 0, List.of()), write(store, op("a", 2, entry("", 2, "a"))));
    redis.scriptFlush();
    assertEquals(new Written(1, 0, List.of()), write(store, op("a", 3, null)));
  }

  @Test
  void withoutMemoryInsertsAreRefusedWholeAndRemovalsPass() {
    Entry old = entry("4.2", 1, "old");
    write(store, op("old", 1, old), op("older", 2, entry("4.2", 1, "older")));
    redis.configSet("maxmemory", "1mb");
    try {
      WriteResult mixed =
          write(store, op("new", 3, entry("4.2", 2, "new")), op("old", 4, null, old));
      assertInstanceOf(Failed.class, mixed, "the whole write must come again");
      assertEquals(List.of("older"), redis.zrange(text(KEYS.all()), 0, -1));
      assertEquals(new Written(1, 0, List.of()), write(store, op("older", 5, null)));
      assertFalse(redis.exists(text(KEYS.all())));
      assertEquals(new Written(1, 0, List.of()), write(store, op("unknown", 6, null)));
    } finally {
      redis.configSet("maxmemory", "0");
    }
    assertEquals(
        new Written(1, 1, List.of()),
        write(store, op("new", 3, entry("4.2", 2, "new")), op("old", 4, null, old)));
    assertEquals(List.of("new"), redis.zrange(text(KEYS.all()), 0, -1));
  }

  @Test
  void aSweepThatStoppedAtANodeThatIsGoneBeginsAnew() {
    write(store, op("a", 1, null));
    AgedFences.age(redis, GROUP, 2);
    assertEquals(new Sweep(1, Sweep.BEGIN), store.writer().sweep("g1", "gone:6379 17", () -> true));
  }
}
