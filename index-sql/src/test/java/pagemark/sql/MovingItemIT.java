package pagemark.sql;

import org.junit.jupiter.params.ParameterizedTest;
import pagemark.index.IndexStore;
import pagemark.index.MovingItems;
import pagemark.index.TakesLong;

@TakesLong(value = 10, nightly = 30)
final class MovingItemIT {
  @ParameterizedTest
  @EachSqlServer
  void noReadSeesAnItemTwiceOrNotAtAll(SqlServer server) throws Exception {
    try (IndexStore store = server.emptyStore()) {
      new MovingItems(store, 600).run();
    }
  }
}
