package pagemark.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.IndexSettings;
import pagemark.index.Op;
import pagemark.index.Sequence;
import pagemark.sql.connection.Database;
import pagemark.sql.connection.SqlUrl;
import pagemark.sql.tree.Shape;

/// Checks that counts that were changed by hand are found and corrected.
final class TreeAuditIT {
  private static final GroupRef SHIRT = new GroupRef("g", "comments", new Group("SHIRT"));
  private static final Shape SHAPE = new Shape(6, 6);
  private static final long SEED = 7;

  @TempDir private Path folder;
  private Database database;
  private SqlIndex index;

  @BeforeEach
  void fill() {
    database =
        new Database(
            SqlUrl.of(URI.create("jdbc:sqlite:" + folder.resolve("index.db"))),
            IndexSettings.DEFAULT);
    index = new SqlIndex(database, IndexSettings.DEFAULT, SHAPE);
    index.markers().building("g", "nonce", Instant.EPOCH);
    index.markers().ready("g", "nonce");
    Random random = new Random(SEED);
    List<Op> ops = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      Entry entry =
          new Entry(
              new Cell(Integer.toString(random.nextInt(3))),
              new Position(random.nextInt(100), Bytes.utf8("item" + i)));
      ops.add(new Op(Bytes.utf8("item" + i), new Sequence("1"), entry, Set.of()));
    }
    index.writer().write(List.of(new GroupWrite(SHIRT, ops)));
    assertTrue(new TreeCheck(database, SHAPE).check(SHIRT) >= 3, "levels");
  }

  @AfterEach
  void close() {
    database.close();
  }

  private int change(String sql) {
    return database.write(tx -> tx.update(sql));
  }

  private void isFoundAndCorrected(long wrong) {
    assertEquals(wrong, index.inspector().keptCounts().orElseThrow().wrong(SHIRT), "seed " + SEED);
    assertEquals(
        wrong, index.inspector().keptCounts().orElseThrow().wrong(SHIRT), "nothing was written");
    assertTrue(
        index.inspector().keptCounts().orElseThrow().correct(SHIRT) > 0,
        "from the lowest level up");
    assertEquals(0, index.inspector().keptCounts().orElseThrow().wrong(SHIRT));
    new TreeCheck(database, SHAPE).check(SHIRT);
  }

  @Test
  void nothingIsWrongInASoundGroup() {
    assertEquals(0, index.inspector().keptCounts().orElseThrow().wrong(SHIRT));
    assertEquals(0, index.inspector().keptCounts().orElseThrow().correct(SHIRT));
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

  /// An audit looks at all groups that it is told of.
  @Test
  void aGroupThatCountsNothingIsAGroupAndCorrected() {
    change("UPDATE pm_group SET entries = 0, cells = ''");
    List<GroupRef> found = new ArrayList<>();
    index.inspector().groups("g", found::addAll);
    assertEquals(List.of(SHIRT), found);
    isFoundAndCorrected(1);
  }
}
