package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.api.Front.Reply;
import pagemark.embedded.RedisServer;
import pagemark.entry.Group;
import pagemark.index.GroupRef;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.TakesLong;
import pagemark.pages.Definitions;
import pagemark.redis.FaultProxy;
import pagemark.redis.RedisCluster;

/// The index with the timeouts of a deployed function, while its Redis or the network to it hangs,
/// breaks and comes back.
@TakesLong(15)
final class HangingIndexIT {
  /// An upper bound for an answer after the index's timeout of 300 ms, on a busy machine.
  private static final Duration ANSWERED_MAX = Duration.ofSeconds(2);

  private RedisServer server;
  private FaultProxy proxy;
  private IndexStore index;
  private Shop shop;
  private Front front;
  private Instant now = Instant.parse("2024-05-01T00:00:00Z");

  @BeforeEach
  void start() {
    server = RedisServer.start(RedisServer.Options.inMemory());
    proxy = FaultProxy.to(server.uri());
    index = IndexStores.open(server.uri().toString(), IndexSettings.DEFAULT);
    shop = new Shop("hanging-" + proxy.uri().getPort(), Definitions.COMMENTS, index).open();
    shop.put(
        IntStream.range(0, 45)
            .mapToObj(i -> Shop.comment("c" + i, "x", "2024-05-01 00:%02d".formatted(i)))
            .toList());
    front = shop.front(proxy.uri().toString(), () -> now);
    assertEquals(200, page(2).status());
    assertEquals(200, page(2).status());
  }

  @AfterEach
  void stop() {
    index.close();
    proxy.close();
    server.close();
  }

  @Test
  void callsAHangingServerThreeTimesAndThenOnceASecond() throws Exception {
    signal(server, "STOP");
    assertSparedWhile();
    signal(server, "CONT");
    assertBack();
  }

  @Test
  void treatsAHangingNetworkAlike() {
    proxy.freeze();
    assertSparedWhile();
    proxy.cut();
    proxy.thaw();
    assertBack();
  }

  @Test
  void treatsALostServerAlike() {
    proxy.cut();
    proxy.close();
    assertSparedWhile();
  }

  @Test
  void deadConnectionsCostOneAnswer() {
    proxy.forget();
    assertEquals(503, page(2).status());
    assertEquals(200, page(2).status());
    proxy.cut();
    assertEquals(200, page(2).status());
  }

  @Test
  void aHangingNodeDoesNotBlockTheOthers() throws Exception {
    try (RedisCluster cluster = RedisCluster.start();
        IndexStore clustered = IndexStores.open(cluster.url(), IndexSettings.DEFAULT)) {
      Shop other = new Shop("hanging-node", Definitions.COMMENTS, clustered).open();
      List<String> groups = IntStream.range(0, 9).mapToObj(i -> "group" + i).toList();
      groups.forEach(
          group -> other.put(List.of(Shop.comment(group + "-c", group, "2024-05-01 00:00"))));
      front = other.front(cluster.url(), () -> now);
      groups.forEach(group -> assertTotal(group, "1"));
      List<String> hanging = groups.stream().filter(group -> owner(cluster, group) == 1).toList();
      signal(cluster.server(1), "STOP");
      for (int round = 0; round < 4; round++) {
        for (String group : groups) {
          assertTotal(group, hanging.contains(group) ? "null" : "1");
        }
      }
      signal(cluster.server(1), "CONT");
      RedisCluster.await(
          () -> {
            now = now.plusSeconds(1);
            return total(hanging.getFirst()).equals("1");
          });
      groups.forEach(group -> assertTotal(group, "1"));
    }
  }

  private static int owner(RedisCluster cluster, String group) {
    return cluster.owner(new GroupRef(Shop.GENERATION, "comments", new Group(group)));
  }

  private String total(String group) {
    return front.get("/comments/" + group).body().at("/page/totalItems").toString();
  }

  private void assertTotal(String group, String total) {
    assertEquals(total, assertTimeout(ANSWERED_MAX, () -> total(group)), group);
  }

  @Test
  void serverErrorsCountAsFailures() {
    proxy.answerScripts("LOADING Redis is loading the dataset in memory");
    for (int i = 0; i < 10; i++) {
      assertEquals(503, page(2).status());
      assertEquals(200, page(1).status());
    }
    assertEquals(3, proxy.injected());
    proxy.answerScripts(null);
    assertBack();
  }

  private void assertSparedWhile() {
    for (int i = 0; i < 3; i++) {
      assertEquals(503, timed("waited", 2).status());
    }
    for (int i = 0; i < 5; i++) {
      Reply later = timed("spared", 2);
      assertEquals(503, later.status());
      assertEquals("1", later.header("Retry-After"));
      Reply first = page(1);
      assertEquals(200, first.status());
      assertTrue(first.body().at("/page/totalItems").isNull());
      assertEquals("c44", PageReadsIT.keys(first).getFirst());
    }
    now = now.plusSeconds(1);
    assertEquals(503, timed("probed", 2).status());
    assertEquals(503, timed("spared", 2).status());
  }

  private void assertBack() {
    assertEquals(503, page(2).status());
    now = now.plusSeconds(1);
    for (int i = 0; i < 5; i++) {
      Reply reply = page(2);
      assertEquals(200, reply.status());
      assertEquals(45, reply.body().at("/page/totalItems").intValue());
      assertEquals(List.of("c24", "c23"), PageReadsIT.keys(reply).subList(0, 2));
    }
  }

  private Reply timed(String what, int page) {
    long start = System.nanoTime();
    Reply reply = page(page);
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    System.out.println("HangingIndexIT " + what + " " + took.toMillis() + " ms");
    assertTrue(took.compareTo(ANSWERED_MAX) < 0, took::toString);
    return reply;
  }

  private Reply page(int number) {
    return front.get("/comments/x?page=" + number);
  }

  private static void signal(RedisServer server, String name) throws Exception {
    int exit =
        new ProcessBuilder("kill", "-" + name, "" + server.process().pid()).start().waitFor();
    assertEquals(0, exit);
  }
}
