package pagemark.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.GroupDump;
import pagemark.index.GroupLook;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.IndexException;
import pagemark.index.IndexSettings;
import pagemark.index.LookResult;
import pagemark.index.Op;
import pagemark.index.PageIndexWriter;
import pagemark.index.PageIndexWriter.Sweep;
import pagemark.index.Sequence;
import pagemark.index.Witnesses;
import pagemark.index.WriteResult;
import pagemark.sql.SqlIndex.SqlWriter;
import pagemark.sql.connection.Database;
import pagemark.sql.connection.SqlUrl;
import pagemark.sql.tree.Shape;

/// Tests clocks that differ. A database's clock cannot be set, so its callers get another time.
/// Nobody can tell which of the two is wrong.
final class ClockIT {
  private static final IndexSettings SETTINGS = IndexSettings.DEFAULT;
  private static final GroupRef GROUP = new GroupRef("g1", "comments", new Group("shirt"));
  private static final List<Duration> TOO_FAR =
      List.of(Duration.ofMinutes(61), Duration.ofDays(2), Duration.ofDays(-2));

  private static GroupWrite write(int sequence, double score) {
    Entry entry = new Entry(Cell.WHOLE, new Position(score, Bytes.utf8("a")));
    Op op = new Op(Bytes.utf8("a"), new Sequence("" + sequence), entry, Set.of());
    return new GroupWrite(GROUP, List.of(op));
  }

  private static WriteResult send(PageIndexWriter writer, GroupWrite write) {
    return writer.write(List.of(write)).getFirst();
  }

  private static PageIndexWriter writer(Database database, Duration off) {
    InstantSource clock = InstantSource.offset(InstantSource.system(), off);
    FenceClock time = new FenceClock(SETTINGS.fencePeriod().toSeconds(), clock);
    return new SqlWriter(database, Shape.DEFAULT, time, SETTINGS.witnessed(), new Witnesses());
  }

  @ParameterizedTest
  @EachSqlServer
  void aWriterWhoseClockIsOffByMoreThanAnHourWritesNothingAndSaysSo(SqlServer server) {
    try (Database database =
        new Database(SqlUrl.of(URI.create(server.emptyDatabase())), SETTINGS)) {
      SqlIndex index = new SqlIndex(database, SETTINGS, Shape.DEFAULT);
      index.markers().building("g1", "nonce", Instant.EPOCH);
      index.markers().ready("g1", "nonce");
      send(index.writer(), write(5, 1));
      GroupDump before = GroupDump.of(index.inspector(), GROUP, List.of());
      for (Duration off : TOO_FAR) {
        assertRefused(writer(database, off));
      }
      assertEquals(before, GroupDump.of(index.inspector(), GROUP, List.of()));

      GroupWrite late = write(4, 2);
      assertEquals(
          new WriteResult.Written(0, 0, late.ops()), send(index.writer(), late), "by its fence");
      for (Duration off : List.of(Duration.ofMinutes(59), Duration.ofMinutes(-59))) {
        assertInstanceOf(WriteResult.Written.class, send(writer(database, off), write(5, 1)));
      }
    }
  }

  private static void assertRefused(PageIndexWriter writer) {
    assertTold(assertInstanceOf(WriteResult.Failed.class, send(writer, write(6, 2))).cause());
    LookResult look = writer.look(List.of(new GroupLook(GROUP, List.of()))).getFirst();
    assertTold(assertInstanceOf(LookResult.Failed.class, look).cause());
    assertTold(
        assertThrows(
            IndexException.Unavailable.class, () -> writer.sweep("g1", Sweep.BEGIN, () -> true)));
  }

  private static void assertTold(IndexException refused) {
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.startsWith("the time of the index's database is 20"), message);
    assertTrue(
        message.endsWith("they may differ by up to 1 hour. Correct the clock that is wrong"),
        message);
  }
}
