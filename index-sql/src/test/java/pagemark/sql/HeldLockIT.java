package pagemark.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.net.URI;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import pagemark.entry.Bytes;
import pagemark.entry.Entry;
import pagemark.entry.Position;
import pagemark.index.GroupDump;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.IndexException;
import pagemark.index.IndexSettings;
import pagemark.index.Op;
import pagemark.index.Sequence;
import pagemark.index.TakesLong;
import pagemark.index.WriteResult;
import pagemark.index.WriteResult.Failed;
import pagemark.index.WriteResult.Written;
import pagemark.sql.connection.Database;
import pagemark.sql.connection.Dialect;
import pagemark.sql.connection.SqlUrl;
import pagemark.sql.table.GroupTable;
import pagemark.sql.tree.Shape;

/// Somebody holds a lock that a batch needs and does not release it. The batch fails in time and as
/// a whole, and succeeds later.
@TakesLong(nightly = 25)
final class HeldLockIT {
  private static final IndexSettings SETTINGS =
      new IndexSettings(Duration.ofHours(24), Duration.ofSeconds(2), Duration.ofSeconds(2));
  private static final Duration PATIENCE = SETTINGS.replyTimeout().multipliedBy(4);
  private static final GroupRef FREE = Rivals.GROUPS.get(0);
  private static final GroupRef HELD = Rivals.GROUPS.get(1);

  @ParameterizedTest
  @EachSqlServer
  void aBatchFailsAsAWholeAndIsWrittenLater(SqlServer server) throws Exception {
    SqlUrl url = SqlUrl.of(URI.create(server.emptyDatabase()));
    try (Database database = new Database(url, SETTINGS)) {
      SqlIndex index = new SqlIndex(database, SETTINGS, Shape.DEFAULT);
      index.markers().building(Rivals.GENERATION, "nonce", Instant.EPOCH);
      index.markers().ready(Rivals.GENERATION, "nonce");
      assertWritten(index.writer().write(batch(1)));
      List<GroupDump> before = dumps(index);

      try (Connection holder = database.unpooled().getConnection()) {
        holder.setAutoCommit(false);
        hold(holder, database.dialect());
        List<WriteResult> failed =
            assertTimeout(PATIENCE, () -> index.writer().write(batch(2)), "bounded retries");
        for (WriteResult result : failed) {
          Failed why = assertInstanceOf(Failed.class, result);
          assertInstanceOf(IndexException.Unavailable.class, why.cause());
        }
        assertEquals(before, dumps(index));
        holder.rollback();
      }
      assertWritten(index.writer().write(batch(2)));
      for (GroupRef group : List.of(FREE, HELD)) {
        new TreeCheck(database, Shape.DEFAULT).check(group);
        GroupDump dump = GroupDump.of(index.inspector(), group, Rivals.CELLS);
        assertEquals(List.of(new Position(2, Bytes.utf8("item"))), dump.all());
      }
    }
  }

  private static void hold(Connection holder, Dialect dialect) throws SQLException {
    if (!dialect.writeLock.isEmpty()) {
      try (PreparedStatement lock = holder.prepareStatement(dialect.writeLock)) {
        lock.executeUpdate();
      }
      return;
    }
    String sql = "SELECT id FROM pm_group WHERE name = ?" + dialect.forUpdate;
    try (PreparedStatement lock = holder.prepareStatement(sql)) {
      lock.setBytes(1, GroupTable.name(HELD).toArray());
      lock.executeQuery().close();
    }
  }

  /// Writes the same item to both groups.
  private static List<GroupWrite> batch(int number) {
    Bytes item = Bytes.utf8("item");
    Entry entry = new Entry(Rivals.CELLS.get(0), new Position(number, item));
    Op op = new Op(item, new Sequence("10" + number), entry, Set.of());
    return List.of(new GroupWrite(FREE, List.of(op)), new GroupWrite(HELD, List.of(op)));
  }

  private static List<GroupDump> dumps(SqlIndex index) {
    return List.of(
        GroupDump.of(index.inspector(), FREE, Rivals.CELLS),
        GroupDump.of(index.inspector(), HELD, Rivals.CELLS));
  }

  private static void assertWritten(List<WriteResult> results) {
    Written one = new Written(1, 0, List.of());
    assertEquals(List.of(one, one), results);
  }
}
