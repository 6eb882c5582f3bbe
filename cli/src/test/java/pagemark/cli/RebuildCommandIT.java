package pagemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.embedded.RedisServer;
import pagemark.index.Nightly;
import pagemark.index.Patience;
import pagemark.index.TakesLong;
import pagemark.listing.json.Listings;
import pagemark.local.LocalHttp;
import pagemark.local.LocalOptions;
import pagemark.local.PooledStack;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/// `pagemark rebuild` heals the index of a running `pagemark local` that is written to all the
/// time, although Redis and the rebuild itself are killed. What is killed runs as a process of its
/// own.
@TakesLong(value = 25, nightly = 80)
final class RebuildCommandIT {
  private static final int NOTES = 4_000;

  /// The longest time that the lease of the killed run still lasts. It lasts half a minute from the
  /// last renewal, and the run was killed some time ago. The next run must find it.
  private static final Duration LEASE_LEFT = Duration.ofSeconds(8);

  private static final Duration WAIT_MAX = Patience.of(Duration.ofSeconds(60));

  private static String listings(String order) {
    return """
    {"notes": {"table": "notes", "index": "byTopic", "group": {"attribute": "topic"},
      "sort": {"attribute": "at", "type": "integer"}, "key": [{"attribute": "id"}],
      %s"attributes": ["id", "at"]}}
    """
        .formatted(order);
  }

  @TempDir private Path folder;

  @Nightly
  @Test
  void indexThatWasKilledAndFlushedUnderWritesIsRebuiltThroughAKill() throws Exception {
    Files.writeString(folder.resolve("listings.json"), listings(""));
    RedisServer redis = RedisServer.start(RedisServer.Options.inMemory());
    URI index = redis.uri();
    LocalOptions options =
        new LocalOptions(0, 0, 0, index.toString(), Listings.parse(listings(""), Map.of()), 0);
    Consumer<String> log = System.err::println;
    try (NotesStack local = new NotesStack(folder, PooledStack.start(options, log), List.of())) {
      int port = local.port();
      try (BusyNotes notes = BusyNotes.write(local.stack().dynamodb(), NOTES)) {
        await(() -> status(port, 40) == 200);

        redis.kill();
        assertNotReady(port);
        redis = RedisServer.start(new RedisServer.Options(index.getPort(), null));
        assertNotReady(port);

        try (CommandProcess killed =
            CommandProcess.start(folder, local.arguments("rebuild", "--segments=1"))) {
          await(() -> isHalfWay(index));
          killed.kill();
        }
        assertNotReady(port);
        flush(index);
        notes.shortenLease(LEASE_LEFT);
        String told = local.run("rebuild", "--segments=2", "--json").ended(0).output();
        assertTrue(told.contains("Another run holds the lease until "), told);
        JsonNode result = json(told.lines().toList().getLast());
        assertTrue(result.path("items").intValue() >= NOTES, told);
        assertEquals(0, result.path("poison").intValue(), told);
        await(() -> status(port, 40) == 200);

        flush(index);
        await(() -> status(port, 40) == 503);
        Files.writeString(folder.resolve("listings.json"), listings("\"order\": \"descending\","));
        local.run("rebuild").ended(0).says("Rebuilt from ");
        await(() -> status(port, 40) == 200);
        assertTrue(notes.writes() > 0, "nothing was written meanwhile");
        notes.stop();
        LocalHttp.awaitIndexed(port);

        JsonNode audit = local.run("audit", "--json").ended(0).json();
        assertEquals(List.of(0, 0, 0), counts(audit), audit::toString);
        assertEquals(notes.ids(), shown(port));
      }
    } finally {
      redis.close();
    }
  }

  /// A second run continues the same plan; a third one, with --anew, discards it.
  @Test
  void anewDiscardsTheUnfinishedWorkOfAnEarlierRun() throws Exception {
    try (NotesStack stack = NotesStack.start(folder);
        LeftRebuild left = LeftRebuild.open(stack)) {
      String first = left.leave();
      stack.run("rebuild").ended(0).says("Continuing a rebuild that had read 50 items");
      assertEquals(List.of(first), left.generations());

      String second = left.leave();
      assertEquals(List.of(first, second), left.generations());
      stack
          .run("rebuild", "--anew")
          .ended(0)
          .says(
              "Starting over instead of continuing an earlier run: a new rebuild was"
                  + " requested");
      assertEquals(1, left.generations().size());
      assertFalse(left.generations().contains(second));
      assertFalse(left.generations().contains(first));
    }
  }

  @Test
  void wrongSegmentsAndUnknownListingsAreRefused() throws Exception {
    Files.writeString(folder.resolve("listings.json"), listings(""));
    URI nowhere = URI.create("redis://127.0.0.1:1");
    assertRefused(2, nowhere, "'0' is not a whole number from 1 to 64", "--segments=0");
    assertRefused(1, nowhere, "there is no listing none", "--listing=none");
  }

  private void assertRefused(int exit, URI index, String why, String argument) {
    List<String> arguments =
        new ArrayList<>(List.of("rebuild", "--index=" + index, "--dynamodb-endpoint=" + index));
    arguments.add(argument);
    if (!argument.startsWith("--listing")) {
      arguments.add("--listing=notes");
    }
    arguments.add("--listings=" + folder.resolve("listings.json"));
    NotesStack.execute(arguments.toArray(String[]::new)).ended(exit).says(why);
  }

  /// Asserts that a far page is refused with a Retry-After, and that the first page comes from the
  /// table.
  private static void assertNotReady(int port) throws Exception {
    HttpResponse<String> far = get(port, 40);
    assertEquals(503, far.statusCode(), far::body);
    assertTrue(far.headers().firstValue("retry-after").isPresent());
    HttpResponse<String> first = get(port, 1);
    assertEquals(200, first.statusCode(), first::body);
    assertTrue(json(first.body()).at("/page/totalItems").isNull(), first::body);
  }

  private static boolean isHalfWay(URI index) {
    try (Jedis redis = new Jedis(index)) {
      Set<String> groups = redis.keys("pm:*:{notes/a}:all");
      long entries = groups.stream().mapToLong(redis::zcard).max().orElse(0);
      assertTrue(entries < NOTES, "the rebuild was over too soon");
      return entries > 0;
    } catch (JedisException e) {
      return false;
    }
  }

  private static void flush(URI index) {
    try (Jedis redis = new Jedis(index)) {
      redis.flushAll();
    }
  }

  private static List<Integer> counts(JsonNode audit) {
    return List.of(
        audit.path("missing").intValue(),
        audit.path("ghost").intValue(),
        audit.path("misplaced").intValue());
  }

  /// The ids of all pages, one after another.
  private static List<String> shown(int port) throws Exception {
    List<String> ids = new ArrayList<>();
    int pages = json(get(port, 1).body()).at("/page/totalPages").intValue();
    for (int page = 1; page <= pages; page++) {
      json(get(port, page).body()).path("items").forEach(i -> ids.add(i.path("id").textValue()));
    }
    return ids;
  }

  private interface Condition {
    boolean holds() throws Exception;
  }

  private static void await(Condition condition) throws Exception {
    long end = System.nanoTime() + WAIT_MAX.toNanos();
    while (!condition.holds()) {
      assertTrue(System.nanoTime() < end, "not within " + WAIT_MAX);
      Thread.sleep(50);
    }
  }

  private static int status(int port, int page) throws Exception {
    return get(port, page).statusCode();
  }

  private static HttpResponse<String> get(int port, int page) throws Exception {
    return LocalHttp.get(port, "/notes/a?size=100&page=" + page);
  }

  private static JsonNode json(String text) throws IOException {
    return JsonMapper.builder().build().readTree(text);
  }
}
