package pagemark.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.function.RebuildHandler;
import pagemark.index.IndexServer;
import pagemark.index.Nightly;
import pagemark.listing.Listing;
import pagemark.redis.RedisCluster;
import pagemark.redis.script.IndexKeys.Slots;
import pagemark.services.TestContext;
import pagemark.sync.LocalServers;
import pagemark.sync.RandomTable;
import pagemark.sync.StreamedTable;
import pagemark.sync.TableWrites;
import redis.clients.jedis.Jedis;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Counts the script calls of a rebuild as the state machine runs it, on a cluster. A serverless
/// cache limits its requests per second, so calls to all slots must be few.
@Nightly
final class RebuildCallsIT {
  private static final int SEGMENTS = 8;

  /// The page of each segment changes one group: a call for the rows, one for their witness, and
  /// one for its witness at the end.
  private static final int CALLS_PER_SEGMENT = 3;

  private static final Pattern CALLS = Pattern.compile("cmdstat_evalsha:calls=(\\d+)");

  private final RedisCluster cluster = RedisCluster.start();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Listing listing = RandomTable.LISTINGS.find("comments").orElseThrow();
  private LocalServers servers;
  private StreamedTable table;
  private RebuildHandler handler;

  @BeforeEach
  void load() {
    servers = new LocalServers(IndexServer.at(cluster::url));
    table = servers.createTable();
    new TableWrites(servers.dynamo, table.name())
        .put(IntStream.range(0, 200).mapToObj(RebuildCallsIT::item).toList());
    handler =
        new RebuildHandler(
            RandomTable.LISTINGS, table.name(), (_, _) -> withoutWaits(), () -> table);
  }

  @AfterEach
  void stop() {
    threads.close();
    servers.close();
    cluster.close();
  }

  private static Map<String, AttributeValue> item(int number) {
    return Map.of(
        "PK", fromS("item" + number),
        "PK2", fromS(RandomTable.GROUPS.getFirst()),
        "SK", fromS("2024-05-%02d 00:00".formatted(1 + number % 28)),
        "rating", fromN("1"));
  }

  private RebuildSetup withoutWaits() {
    RebuildSetup real =
        servers.wiring(RandomTable.LISTINGS, table).rebuild(listing.definition(), threads);
    return new RebuildSetup(
        real.indexed().with(_ -> {}),
        real.scan(),
        real.rebuilds(),
        TestSettings.waiting(
            real.settings(), real.settings().readerAgeMax(), real.settings().poll()),
        real.readAhead(),
        real.limits());
  }

  private Map<String, Object> call(String step, Map<String, Object> more) {
    Map<String, Object> event = new HashMap<>(more);
    event.put("step", step);
    return handler.handleRequest(event, new TestContext());
  }

  /// Each segment takes two invocations, of which the second finds nothing left.
  private void rebuild(String token) {
    Map<String, Object> begun =
        call("begin", Map.of("listing", "comments", "token", token, "segments", SEGMENTS));
    Map<String, Object> next =
        Map.of("listing", "comments", "token", token, "generation", begun.get("generation"));
    for (int segment = 0; segment < 2 * SEGMENTS; segment++) {
      Map<String, Object> of = new HashMap<>(next);
      of.put("segment", segment % SEGMENTS);
      assertEquals("DONE", call("segment", of).get("status"));
    }
    assertEquals("DONE", call("finish", next).get("status"));
  }

  private long calls() {
    return List.of(0, 1, 2).stream()
        .map(number -> cluster.server(number).uri())
        .mapToLong(
            uri -> {
              try (Jedis node = new Jedis(uri)) {
                return CALLS
                    .matcher(node.info("commandstats"))
                    .results()
                    .mapToLong(found -> Long.parseLong(found.group(1)))
                    .sum();
              }
            })
        .sum();
  }

  /// Before the count, each node has loaded each script.
  @Test
  void slotsAreMarkedAtTheBeginAndTheEndAndRemovedOnce() {
    rebuild("run-1");
    servers.index.markers().drop("unknown");
    long before = calls();
    rebuild("run-2");
    assertEquals(3 * Slots.COUNT + SEGMENTS * CALLS_PER_SEGMENT, calls() - before);
  }
}
