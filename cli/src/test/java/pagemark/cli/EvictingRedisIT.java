package pagemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.embedded.RedisServer;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.local.LocalHttp;
import redis.clients.jedis.Jedis;

/// If Redis may evict any key, the stack, `/health` and `stats` say so, and `rebuild` refuses.
@Nightly
@TakesLong(nightly = 8)
final class EvictingRedisIT {
  private static final String DANGER =
      "the server evicts keys of the index when its memory is full (maxmemory-policy allkeys-lru),"
          + " and groups then look empty: set maxmemory-policy to noeviction";

  @TempDir private Path folder;

  @Test
  void commandsReportTheEvictionPolicyUntilItIsCorrected() throws Exception {
    try (RedisServer server = RedisServer.start(RedisServer.Options.inMemory());
        Jedis redis = new Jedis(server.uri())) {
      redis.configSet("maxmemory-policy", "allkeys-lru");
      try (NotesStack stack = NotesStack.start(folder, server.uri().toString())) {
        assertTrue(stack.log().contains("Warning: " + DANGER), stack.log()::toString);
        assertEquals(DANGER, health(stack).at("/warnings/0").textValue());
        assertEquals(DANGER, stack.run("stats", "--json").json().at("/warnings/0").textValue());
        String stats = stack.run("stats").output();
        assertTrue(stats.contains("warning      " + DANGER), stats);
        stack.run("rebuild").ended(1).says("pagemark: the index is not built: " + DANGER);

        redis.configSet("maxmemory-policy", "noeviction");
        assertTrue(health(stack).path("warnings").isMissingNode());
        assertTrue(stack.run("stats", "--json").json().path("warnings").isEmpty());
        stack.run("rebuild").ended(0);
      }
    }
  }

  private static JsonNode health(NotesStack stack) throws Exception {
    return LocalHttp.json(stack.port(), "/health");
  }
}
