package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.api.Front.Reply;
import pagemark.entry.Group;
import pagemark.index.GroupRef;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.TakesLong;
import pagemark.pages.Definitions;
import pagemark.redis.RedisCluster;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// One primary of three is killed, and comes back with its data. It has no replica.
@TakesLong(15)
final class KilledPrimaryIT {
  private static final int VICTIM = 1;
  private static final int ITEMS = 45;
  private static final List<String> GROUPS =
      IntStream.range(0, 9).mapToObj(i -> "group" + i).toList();

  /// Settings with short timeouts, so that the test does not wait long for the killed primary.
  private static final IndexSettings SETTINGS =
      new IndexSettings(
          IndexSettings.DEFAULT.fencePeriod(),
          IndexSettings.DEFAULT.connectTimeout(),
          Duration.ofSeconds(2));

  /// Twice the index's reply timeout; the function has 29 seconds.
  private static final Duration ANSWERED_MAX = SETTINGS.replyTimeout().multipliedBy(2);

  @TempDir private Path folder;

  @Test
  void itsGroupsHaveTheirFirstPageOnlyAndTheOthersAnswer() {
    try (RedisCluster cluster = RedisCluster.start(folder);
        IndexStore index = IndexStores.open(cluster.url(), SETTINGS)) {
      Shop shop = new Shop("killed-primary", Definitions.COMMENTS, index).open();
      shop.put(GROUPS.stream().flatMap(group -> items(group).stream()).toList());
      List<String> dead = GROUPS.stream().filter(g -> owner(cluster, g) == VICTIM).toList();
      List<String> live = GROUPS.stream().filter(group -> !dead.contains(group)).toList();
      assertEquals(
          Set.of(0, 1, 2), Set.copyOf(GROUPS.stream().map(g -> owner(cluster, g)).toList()));
      GROUPS.forEach(group -> assertAnswers(shop, group));

      cluster.server(VICTIM).kill();
      dead.forEach(group -> assertUnavailable(shop, group, 2));
      live.forEach(group -> assertAnswers(shop, group));
      cluster.awaitFailed(VICTIM);
      assertUnavailable(shop, dead.getFirst(), 3);
      assertFirstPage(shop, dead.getFirst());
      assertFirstPage(shop, dead.getLast());
      live.forEach(group -> assertAnswers(shop, group));

      cluster.restart(VICTIM);
      RedisCluster.await(() -> get(shop, dead.getFirst(), 2).status() == 200);
      GROUPS.forEach(group -> assertAnswers(shop, group));
    }
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

  private static int owner(RedisCluster cluster, String group) {
    return cluster.owner(new GroupRef(Shop.GENERATION, "comments", new Group(group)));
  }

  private static void assertAnswers(Shop shop, String group) {
    List<String> shown = new ArrayList<>();
    for (int page = 1; page <= 3; page++) {
      shown.addAll(PageReadsIT.keys(get(shop, group, page)));
    }
    assertEquals(keys(group).reversed(), shown);
  }

  /// Asserts that the first page of a group comes from the table.
  private static void assertFirstPage(Shop shop, String group) {
    Reply reply = get(shop, group, 1);
    assertEquals(200, reply.status());
    assertEquals(keys(group).reversed().subList(0, 20), PageReadsIT.keys(reply));
    assertTrue(reply.body().at("/page/totalItems").isNull());
  }

  private static void assertUnavailable(Shop shop, String group, int page) {
    Reply reply = get(shop, group, page);
    assertEquals(503, reply.status());
    assertEquals("application/problem+json", reply.header("Content-Type"));
    assertEquals("1", reply.header("Retry-After"));
    assertEquals("the index does not answer", reply.body().get("detail").textValue());
  }

  private static Reply get(Shop shop, String group, int page) {
    String url = "/comments/%s?page=%d".formatted(group, page);
    return assertTimeout(ANSWERED_MAX, () -> shop.front().get(url));
  }
}
