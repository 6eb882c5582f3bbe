package pagemark.sync;

import java.time.InstantSource;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import pagemark.index.IndexStore;
import pagemark.redis.RedisTopology;

/// The runs of [SyncModelTest] into an index on real servers.
@ParameterizedClass
@EnumSource(RedisTopology.class)
final class SyncModelIT {
  private static final int SEEDS = 5;

  private final RedisTopology redis;

  SyncModelIT(RedisTopology redis) {
    this.redis = redis;
  }

  @Test
  void followsTheTableInOrder() {
    runs(run -> run.deliverInOrder(() -> {}));
  }

  @Test
  void followsTheTableThroughBatchesThatComeAgain() {
    runs(SyncRun::deliverAgainAndAgain);
  }

  @Test
  void followsTheTableInAnyOrder() {
    runs(SyncRun::deliverShuffled);
  }

  private void runs(Consumer<SyncRun> check) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      try (IndexStore index = redis.emptyStore()) {
        check.accept(new SyncRun(seed, index, InstantSource.system()));
      }
    }
  }
}
