package pagemark.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.GroupLook;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.IndexSettings;
import pagemark.index.LookResult;
import pagemark.index.Op;
import pagemark.index.Sequence;
import pagemark.index.Witnesses;
import pagemark.index.WriteResult;
import pagemark.redis.connection.Platform;
import pagemark.redis.connection.RedisConnection;
import pagemark.redis.script.IndexKeys;
import pagemark.redis.script.ScriptCall;
import pagemark.redis.script.ScriptCall.FenceTime;
import pagemark.redis.script.WriteScript;
import redis.clients.jedis.exceptions.JedisDataException;

/// Tests clocks that jump. A server's clock cannot be set, so its scripts get another time.
final class ClockIT {
  private static final GroupRef GROUP = new GroupRef("g1", "comments", new Group("shirt"));
  private static final IndexKeys KEYS = IndexKeys.of(GROUP);
  private static final Duration PERIOD = IndexSettings.DEFAULT.fencePeriod();
  private SingleServer server;

  @BeforeEach
  void start() {
    server = SingleServer.startReady("g1");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static Op op(int sequence, double score) {
    Entry entry = new Entry(Cell.WHOLE, new Position(score, Bytes.utf8("a")));
    return new Op(Bytes.utf8("a"), new Sequence("" + sequence), entry, Set.of());
  }

  private static GroupWrite write(int sequence, double score) {
    return new GroupWrite(GROUP, List.of(op(sequence, score)));
  }

  private WriteResult send(GroupWrite write) {
    return server.store().writer().write(List.of(write)).getFirst();
  }

  private Map<String, String> fences(int parity) {
    return server.redis().hgetAll(new String(KEYS.packed(parity), UTF_8));
  }

  /// The script of a call, as it runs on a Redis whose clock is ahead.
  private static String ahead(ScriptCall call, Duration by) {
    String text = call.script().text();
    String time = "redis.call('TIME')";
    assertTrue(text.contains(time));
    String other =
        "(function() local t = redis.call('TIME'); return {tostring(t[1] + %d), t[2]} end)()"
            .formatted(by.toSeconds());
    return text.replace(time, other);
  }

  /// The clock of Redis jumps two days ahead while a record is written, and back.
  @Test
  void aClockOfRedisThatJumpsAheadAndBackDropsNoFence() {
    send(write(5, 1));
    Map<String, String> even = fences(0);
    Map<String, String> odd = fences(1);
    for (Duration jump : List.of(Duration.ofDays(2), Duration.ofDays(1), Duration.ofDays(-3))) {
      ScriptCall call =
          WriteScript.call(
              List.of(
                  new WriteScript.Part(
                      new GroupWrite(GROUP, List.of(op(9, 9)), write(9, 9).notAfter()),
                      Set.of(),
                      null)),
              new FenceTime(PERIOD, Instant.now()),
              Duration.ZERO);
      JedisDataException refused =
          assertThrows(
              JedisDataException.class,
              () ->
                  server
                      .redis()
                      .eval(ahead(call, jump).getBytes(UTF_8), call.keys(), call.arguments()));
      assertTrue(
          String.valueOf(refused.getMessage()).startsWith("CLOCK the time of Redis is "),
          refused::toString);
    }
    assertEquals(even, fences(0));
    assertEquals(odd, fences(1));
    GroupWrite late = write(4, 2);
    assertEquals(new WriteResult.Written(0, 0, late.ops()), send(late));
  }

  @Test
  void aCallerWhoseClockIsWrongWritesNothingAndSaysSo() {
    send(write(5, 1));
    try (RedisConnection redis =
        RedisConnection.open(
            URI.create(server.server().uri().toString()),
            IndexSettings.DEFAULT,
            Platform.DEFAULT)) {
      for (Duration off : List.of(Duration.ofMinutes(61), Duration.ofDays(-2))) {
        InstantSource clock = InstantSource.offset(InstantSource.system(), off);
        RedisWriter writer = new RedisWriter(redis, IndexSettings.DEFAULT, new Witnesses(), clock);
        WriteResult.Failed failed =
            assertInstanceOf(
                WriteResult.Failed.class, writer.write(List.of(write(6, 2))).getFirst());
        String message = String.valueOf(failed.cause().getMessage());
        assertTrue(message.contains("they may differ by up to 3600 seconds"), message);
        assertInstanceOf(
            LookResult.Failed.class,
            writer.look(List.of(new GroupLook(GROUP, List.of()))).getFirst());
      }
    }
    assertEquals(1, server.redis().zscore(new String(KEYS.all(), UTF_8), "a"));
  }
}
