package pagemark.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static pagemark.repair.ExpiringPosts.NOON;

import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import pagemark.index.IndexStore;
import pagemark.index.TakesLong;
import pagemark.repair.ExpirySweep.End;
import pagemark.sync.AnyStore;

/// Sweeps on each kind of store.
@TakesLong(nightly = 25)
final class ExpirySweepIT {
  private static final int POSTS = 120;
  private static final int MINUTES = 5;

  /// Posts expire within five minutes, and one in three is renewed, some after they were swept.
  @ParameterizedTest
  @MethodSource("pagemark.sync.AnyStore#ofThisBuild")
  void eachMinuteWhatHasExpiredIsGoneAndNothingElse(AnyStore store) {
    long seed = System.nanoTime();
    System.out.println("ExpirySweepIT seed " + seed);
    Random random = new Random(seed);
    try (IndexStore index = store.server().emptyStore()) {
      ExpiringPosts posts = new ExpiringPosts(index, Instant.now());
      for (int i = 0; i < POSTS; i++) {
        posts.put(i, NOON.plusSeconds(60L * random.nextInt(MINUTES)));
      }
      for (int minute = 0; minute <= MINUTES; minute++) {
        posts.now = NOON.plusSeconds(60L * minute + 20);
        assertEquals(End.SWEPT, posts.sweep().end());
        posts.assertHolds("%s, minute %d, seed %d".formatted(store, minute, seed));
        int renewed = random.nextInt(POSTS);
        posts.put(renewed, posts.now.plus(Duration.ofMinutes(9)));
      }
      posts.now = NOON.plus(Duration.ofHours(1));
      assertEquals(End.SWEPT, posts.sweep().end());
      assertEquals(0, posts.total("all", "") + posts.total("posts", "t1") + posts.due());
    }
  }
}
