package pagemark.simulation;

import java.time.InstantSource;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import pagemark.index.Extent;
import pagemark.index.IndexServer;
import pagemark.index.IndexStore;
import pagemark.index.TakesLong;
import pagemark.sql.SqlServer;

/// The runs of [SyncModelTest] into an index on real servers.
@ParameterizedClass
@MethodSource("pagemark.sync.AnyStore#redisAndSql")
@TakesLong(nightly = 30)
final class SyncModelIT {
  private static final int SEEDS = Extent.of(2, 5);
  private static final int SEEDS_ON_SQL = Extent.of(1, 2);

  private final IndexServer server;

  SyncModelIT(IndexServer server) {
    this.server = server;
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
    for (long seed = 1; seed <= (server instanceof SqlServer ? SEEDS_ON_SQL : SEEDS); seed++) {
      try (IndexStore index = server.emptyStore()) {
        check.accept(new SyncRun(seed, index, server.markers(index), InstantSource.system()));
      }
    }
  }
}
