package pagemark.pages.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.pages.error.PagesException.IndexUnavailable;
import pagemark.redis.RedisCluster;

/// One primary of three is killed, and comes back with its data. It has no replica.
@Nightly
@TakesLong(nightly = 15)
final class KilledPrimaryIT {
  private static final int VICTIM = 1;
  private static final List<String> GROUPS = ThreePages.GROUPS;

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
      ThreePages pages = ThreePages.filled("killed-primary", index, GROUPS.toArray(String[]::new));
      List<String> dead =
          GROUPS.stream().filter(g -> ThreePages.owner(cluster, g) == VICTIM).toList();
      List<String> live = GROUPS.stream().filter(group -> !dead.contains(group)).toList();
      assertEquals(
          Set.of(0, 1, 2),
          Set.copyOf(GROUPS.stream().map(g -> ThreePages.owner(cluster, g)).toList()));
      GROUPS.forEach(pages::assertAnswers);

      cluster.server(VICTIM).kill();
      dead.forEach(group -> assertUnavailable(pages, group, 2));
      live.forEach(pages::assertAnswers);
      cluster.awaitFailed(VICTIM);
      assertUnavailable(pages, dead.getFirst(), 3);
      assertTimeout(ANSWERED_MAX, () -> pages.assertFirstPage(dead.getFirst()));
      pages.assertFirstPage(dead.getLast());
      live.forEach(pages::assertAnswers);

      cluster.restart(VICTIM);
      RedisCluster.await(() -> isBack(pages, dead.getFirst()));
      GROUPS.forEach(pages::assertAnswers);
    }
  }

  private static void assertUnavailable(ThreePages pages, String group, int page) {
    assertTimeout(
        ANSWERED_MAX, () -> assertThrows(IndexUnavailable.class, () -> pages.page(group, page)));
  }

  private static boolean isBack(ThreePages pages, String group) {
    try {
      return pages.page(group, 2).total().isPresent();
    } catch (IndexUnavailable e) {
      return false;
    }
  }
}
