package pagemark.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.Op;
import pagemark.index.Sequence;
import pagemark.redis.script.IndexKeys;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.params.ScanParams;

/// What the scripts of the version before packed fences see of a generation that packs its fences:
/// nothing. Functions of that version do not even call them, because they refuse the generation's
/// key format (`StreamSyncTest`).
final class EarlierScriptsIT {
  private static final GroupRef GROUP = new GroupRef("g1", "comments", new Group("shirt"));
  private static final byte[] MARKER = IndexKeys.of(GROUP).marker();

  /// The begin of `fences.lua`, for `apply.lua`, `remove.lua` and `look.lua`.
  private static final String GROUP_AT =
      """
      local state = redis.call('HGET', KEYS[1], ARGV[1] .. ':state')
      if state ~= 'BUILDING' and state ~= 'READY' then return {} end
      return {state}
      """;

  /// The begin of `page.lua` and `facets.lua`.
  private static final String PAGE =
      """
      if redis.call('HGET', KEYS[1], ARGV[1] .. ':state') ~= 'READY' then return {} end
      return {1}
      """;

  /// `state.lua`.
  private static final String STATE =
      """
      local count = { BUILDING = 0, READY = 0 }
      for _, marker in ipairs(KEYS) do
        local state = redis.call('HGET', marker, ARGV[1] .. ':state')
        if state then count[state] = count[state] + 1 end
      end
      return { count.BUILDING, count.READY }
      """;

  /// `drop.lua`.
  private static final String DROP =
      """
      local fields = 0
      for _, marker in ipairs(KEYS) do
        fields = fields + redis.call('HDEL', marker,
          ARGV[1] .. ':state', ARGV[1] .. ':nonce', ARGV[1] .. ':birth')
      end
      return fields
      """;

  private static SingleServer server;

  @BeforeAll
  static void start() {
    server = SingleServer.startReady("g1");
    Op op =
        new Op(
            Bytes.utf8("a"),
            new Sequence("1"),
            new Entry(Cell.WHOLE, new Position(1, Bytes.utf8("a"))),
            Set.of());
    server.store().writer().write(List.of(new GroupWrite(GROUP, List.of(op))));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Object run(String script) {
    return server
        .redis()
        .eval(script.getBytes(UTF_8), List.of(MARKER), List.of("g1".getBytes(UTF_8)));
  }

  @Test
  void theyFindNoMarkerInAGenerationThatPacksItsFences() {
    assertEquals(List.of(), run(GROUP_AT));
    assertEquals(List.of(), run(PAGE));
    assertThrows(JedisDataException.class, () -> run(STATE));
  }

  @Test
  void theyFindTheMarkerOfAGenerationOfTheirs() {
    server.store().markers().building("g0", "nonce", Instant.EPOCH);
    try (Jedis node = new Jedis(server.server().uri())) {
      EarlierStore.mark(node, "g0");
      assertEquals(List.of("BUILDING"), node.eval(GROUP_AT, 1, new String(MARKER, UTF_8), "g0"));
    }
  }

  @Test
  void theirWalkThroughFencesFindsNone() {
    ScanParams params = new ScanParams().match("pm:g1:{*}:fence:?").count(100_000);
    assertEquals(List.of(), server.redis().scan("0", params).getResult());
  }

  @Test
  void theirDropRemovesTheMarkersWhole() {
    server.store().markers().building("g2", "nonce", Instant.EPOCH);
    Object removed =
        server.redis().eval(DROP.getBytes(UTF_8), List.of(MARKER), List.of("g2".getBytes(UTF_8)));
    assertEquals(3L, removed);
  }
}
