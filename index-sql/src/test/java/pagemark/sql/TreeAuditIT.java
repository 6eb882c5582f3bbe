package pagemark.sql;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import org.junit.jupiter.api.Test;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.KeptCountsContract;
import pagemark.sql.connection.Database;
import pagemark.sql.connection.SqlUrl;
import pagemark.sql.tree.Shape;

/// Checks that counts that were changed by hand are found and corrected.
final class TreeAuditIT extends KeptCountsContract {
  private static final Shape SHAPE = SqlIndexContract.SMALL;

  private final Database database =
      new Database(SqlUrl.of(URI.create(SqlServer.SQLITE.emptied())), IndexSettings.DEFAULT);

  @Override
  protected IndexStore open() {
    return new SqlIndex(database, IndexSettings.DEFAULT, SHAPE);
  }

  @Override
  protected void checkSound() {
    assertTrue(new TreeCheck(database, SHAPE).check(SHIRT) >= 3, "levels");
  }

  @Override
  protected long countNothing() {
    change("UPDATE pm_group SET entries = 0, cells = ''");
    return 1;
  }

  private int change(String sql) {
    return database.write(tx -> tx.update(sql));
  }

  @Test
  void aLeafThatCountsMoreIsWrongAndSoIsTheNodeAbove() {
    change(
        "UPDATE pm_anchor SET entries = entries + 1 WHERE level = 0 AND place ="
            + " (SELECT MAX(place) FROM pm_anchor WHERE level = 0)");
    isFoundAndCorrected(2);
  }

  @Test
  void aCellCountedAsAnotherIsWrong() {
    assertTrue(
        change(
                "UPDATE pm_anchor SET cells = REPLACE(cells, '1:', '9:')"
                    + " WHERE level = 1 AND place = x''")
            > 0);
    isFoundAndCorrected(2);
  }

  @Test
  void aRemovedEntryIsWrongInItsLeaf() {
    change("DELETE FROM pm_position WHERE place = (SELECT MIN(place) FROM pm_position)");
    isFoundAndCorrected(1);
  }

  @Test
  void theTotalOfTheGroupIsWrong() {
    change("UPDATE pm_group SET entries = 3");
    isFoundAndCorrected(1);
  }
}
