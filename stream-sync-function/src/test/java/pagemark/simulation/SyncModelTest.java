package pagemark.simulation;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import pagemark.index.Extent;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.index.TakesLong;
import pagemark.sync.SyncFixture;

/// The records of random writes are cut into random batches and delivered at least once each. The
/// index must agree with the table at the end.
@TakesLong(nightly = 20)
final class SyncModelTest {
  private static final int SEEDS = Extent.of(50, 600);
  private static final Duration FORGOTTEN = IndexSettings.DEFAULT.fencePeriod().multipliedBy(3);

  private Instant now = Instant.EPOCH;

  private SyncRun run(long seed) {
    InMemoryIndex index = new InMemoryIndex(() -> now, IndexSettings.DEFAULT);
    return new SyncRun(seed, index, index.markers(), SyncFixture.CLOCK);
  }

  @Test
  void followsTheTableInOrder() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      run(seed).deliverInOrder(() -> now = now.plus(FORGOTTEN));
    }
  }

  @Test
  void followsTheTableThroughBatchesThatComeAgain() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      run(seed).deliverAgainAndAgain();
    }
  }

  @Test
  void followsTheTableInAnyOrder() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      run(seed).deliverShuffled();
    }
  }
}
