package pagemark.sql;

import org.junit.jupiter.params.ParameterizedTest;
import pagemark.index.Extent;
import pagemark.index.IndexStore;
import pagemark.index.MovingItems;
import pagemark.index.TakesLong;

@TakesLong(nightly = 30)
final class MovingItemIT {
  @ParameterizedTest
  @EachSqlServer
  void noReadSeesAnItemTwiceOrNotAtAll(SqlServer server) throws Exception {
    try (IndexStore store = server.emptyStore()) {
      new MovingItems(store, Extent.of(200, 600)).run();
    }
  }
}
