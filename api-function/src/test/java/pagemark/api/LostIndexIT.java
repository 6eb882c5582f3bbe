package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import pagemark.api.Front.Reply;
import pagemark.embedded.RedisServer;
import pagemark.entry.Group;
import pagemark.index.GroupRef;
import pagemark.index.IndexServer;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.TakesLong;
import pagemark.pages.Definitions;
import pagemark.redis.RedisCluster;
import pagemark.redis.RedisTopology;
import pagemark.sql.SqlServer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The index is lost, as a whole or in part, or is being built. The first page then comes from the
/// table, all others are answered with 503, and the parts that are not lost answer as ever.
@TakesLong(15)
final class LostIndexIT {
  private static final int ITEMS = 45;

  @ParameterizedTest
  @EnumSource(RedisTopology.class)
  @EnumSource(
      value = SqlServer.class,
      names = {"SQLITE", "POSTGRESQL"})
  void isNotReadyFromAFlushUntilItIsRebuilt(IndexServer server) {
    try (IndexStore index = server.emptyStore()) {
      Shop shop = new Shop("flushed-" + server, Definitions.COMMENTS, index).open();
      shop.put(items("x"));
      assertAnswers(shop, "x");

      server.emptyStore().close();
      assertNotReady(shop, "x");
      assertNotReady(shop, "never-written");

      index.markers().building(Shop.GENERATION, "second", Instant.EPOCH);
      shop.intoIndex(items("x").subList(0, 10));
      assertNotReady(shop, "x");
      shop.intoIndex(items("x"));
      index.markers().ready(Shop.GENERATION, "second");
      assertAnswers(shop, "x");
    }
  }

  @ParameterizedTest
  @EnumSource(RedisTopology.class)
  @EnumSource(
      value = SqlServer.class,
      names = {"SQLITE", "POSTGRESQL"})
  void isNotReadyWhileItIsRebuilt(IndexServer server) {
    try (IndexStore index = server.emptyStore()) {
      Shop shop = new Shop("rebuilt-" + server, Definitions.COMMENTS, index).open();
      shop.put(items("x"));
      index.markers().building(Shop.GENERATION, "second", Instant.EPOCH);
      assertNotReady(shop, "x");
      index.markers().ready(Shop.GENERATION, "second");
      assertAnswers(shop, "x");
    }
  }

  @Test
  void isNotReadyAfterARestartWithoutData() {
    RedisServer first = RedisServer.start(RedisServer.Options.inMemory());
    try (IndexStore index = IndexStores.open(first.uri().toString(), IndexSettings.DEFAULT)) {
      Shop shop = new Shop("restarted", Definitions.COMMENTS, index).open();
      shop.put(items("x"));
      assertAnswers(shop, "x");
      first.kill();
      assertFirstPage(shop, "x");
      RedisServer.Options again = new RedisServer.Options(first.uri().getPort(), null);
      try (RedisServer second = RedisServer.start(again)) {
        assertTrue(second.process().isAlive());
        assertNotReady(shop, "x");
      }
    } finally {
      first.close();
    }
  }

  @Test
  void isNotReadyOnTheLostNodeOfAClusterOnly() {
    try (RedisCluster cluster = RedisCluster.start();
        IndexStore index = IndexStores.open(cluster.url(), IndexSettings.DEFAULT)) {
      Shop shop = new Shop("lost-node", Definitions.COMMENTS, index).open();
      List<String> groups = IntStream.range(0, 9).mapToObj(i -> "group" + i).toList();
      groups.forEach(group -> shop.put(items(group)));
      List<String> lost = groups.stream().filter(group -> owner(cluster, group) == 1).toList();
      assertTrue(!lost.isEmpty() && lost.size() < groups.size(), lost::toString);
      cluster.flush(1);
      for (String group : groups) {
        if (lost.contains(group)) {
          assertNotReady(shop, group);
        } else {
          assertAnswers(shop, group);
        }
      }
    }
  }

  private static int owner(RedisCluster cluster, String group) {
    return cluster.owner(new GroupRef(Shop.GENERATION, "comments", new Group(group)));
  }

  private static List<Map<String, AttributeValue>> items(String group) {
    return keys(group).stream()
        .map(key -> Shop.comment(key, group, "2024-05-01 00:" + key.substring(key.length() - 2)))
        .toList();
  }

  /// The keys of a group, ascending.
  private static List<String> keys(String group) {
    return IntStream.range(0, ITEMS).mapToObj(i -> "%s-%02d".formatted(group, i)).toList();
  }

  private static void assertAnswers(Shop shop, String group) {
    for (int page = 1; page <= 3; page++) {
      Reply reply = get(shop, group, page);
      assertEquals(200, reply.status());
      assertEquals(ITEMS, reply.body().at("/page/totalItems").intValue());
      List<String> expected = keys(group).reversed();
      assertEquals(
          expected.subList((page - 1) * 20, Math.min(page * 20, ITEMS)), PageReadsIT.keys(reply));
    }
  }

  private static void assertFirstPage(Shop shop, String group) {
    Reply reply = get(shop, group, 1);
    assertEquals(200, reply.status());
    assertTrue(reply.body().at("/page/totalItems").isNull());
    List<String> expected = keys(group).reversed().subList(0, 20);
    assertEquals(group.equals("never-written") ? List.of() : expected, PageReadsIT.keys(reply));
  }

  private static void assertNotReady(Shop shop, String group) {
    assertFirstPage(shop, group);
    for (int page = 2; page <= 4; page++) {
      Reply reply = get(shop, group, page);
      assertEquals(503, reply.status());
      assertEquals("application/problem+json", reply.header("Content-Type"));
      assertEquals("5", reply.header("Retry-After"));
    }
  }

  private static Reply get(Shop shop, String group, int page) {
    return shop.front().get("/comments/%s?page=%d".formatted(group, page));
  }
}
