package pagemark.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import pagemark.entry.Bytes;
import pagemark.entry.Position;
import pagemark.index.Contradictions;
import pagemark.index.Fence;
import pagemark.index.GroupDump;
import pagemark.index.GroupLook;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.IndexSettings;
import pagemark.index.LookResult.Register;
import pagemark.index.Looks;
import pagemark.index.PageIndexReader;
import pagemark.index.PageSlice;
import pagemark.index.TakesLong;
import pagemark.index.WriteResult;
import pagemark.index.WriteResult.Written;
import pagemark.sql.connection.Database;
import pagemark.sql.connection.SqlUrl;
import pagemark.sql.tree.Shape;

/// Lets several writers change the same groups at the same time, each with its own store, while a
/// reader reads pages. All writes must be applied. At the end each item must be where its last op
/// says, and the tree nodes' counts must be right. Every page must be of one moment.
@TakesLong(nightly = 35)
final class TwoWritersIT {
  private static final long SEED = 20_261_121;
  private static final int WRITERS = 3;
  private static final Shape SHAPE = SqlIndexContract.SMALL;

  private final Rivals rivals = new Rivals(SEED);
  private final AtomicBoolean written = new AtomicBoolean();

  @ParameterizedTest
  @EachSqlServer
  void countsStayExactAndPagesWhole(SqlServer server) throws Exception {
    System.out.println("TwoWritersIT seed " + SEED);
    String url = server.emptyDatabase();
    try (Database database = database(url);
        ExecutorService threads = Executors.newFixedThreadPool(WRITERS + 1)) {
      SqlIndex index = new SqlIndex(database, IndexSettings.DEFAULT, SHAPE);
      index.markers().building(Rivals.GENERATION, "nonce", Instant.EPOCH);
      index.markers().ready(Rivals.GENERATION, "nonce");
      Future<Integer> reads = threads.submit(() -> readUntilWritten(index.reader()));
      List<Future<Integer>> writers = new ArrayList<>();
      for (List<List<GroupWrite>> batches : rivals.batches(WRITERS)) {
        writers.add(threads.submit(() -> write(url, batches)));
      }
      try {
        for (Future<Integer> writer : writers) {
          assertTrue(writer.get() > 0);
        }
      } finally {
        written.set(true);
      }
      assertTrue(reads.get() > 10, () -> "few reads in the meantime");
      Rivals.GROUPS.forEach(group -> check(index, group));
    }
  }

  private static Database database(String url) {
    return new Database(SqlUrl.of(URI.create(url)), IndexSettings.DEFAULT);
  }

  private static int write(String url, List<List<GroupWrite>> batches) {
    int groups = 0;
    try (Database database = database(url)) {
      SqlIndex index = new SqlIndex(database, IndexSettings.DEFAULT, SHAPE);
      for (List<GroupWrite> batch : batches) {
        for (WriteResult result : index.writer().write(batch)) {
          if (result instanceof WriteResult.Failed(var cause)) {
            throw cause;
          }
          assertInstanceOf(Written.class, result);
          groups++;
        }
      }
    }
    return groups;
  }

  private int readUntilWritten(PageIndexReader reader) {
    Rivals questions = new Rivals(SEED + 1);
    int reads = 0;
    while (!written.get()) {
      PageSlice all = reader.page(questions.wholeQuery());
      assertEquals(all.total(), all.positions().size() + all.spares().size());
      assertOnce(all);
      var query = questions.pageQuery();
      PageSlice page = reader.page(query);
      long left = Math.max(0, page.total() - page.from());
      assertEquals(Math.min(query.count(), left), page.positions().size(), query::toString);
      assertEquals(
          Math.min(query.count() + query.spares(), left),
          page.positions().size() + page.spares().size(),
          query::toString);
      assertOnce(page);
      reads++;
    }
    return reads;
  }

  private static void assertOnce(PageSlice page) {
    List<Bytes> items =
        Stream.concat(page.positions().stream(), page.spares().stream())
            .map(Position::member)
            .toList();
    assertEquals(items.size(), new HashSet<>(items).size());
  }

  private void check(SqlIndex index, GroupRef group) {
    GroupDump dump = GroupDump.of(index.inspector(), group, Rivals.CELLS);
    assertEquals(List.of(), Contradictions.of(dump));
    Map<Bytes, Fence> last = rivals.last(group);
    List<GroupLook.Item> items =
        last.keySet().stream().map(item -> new GroupLook.Item(item, null)).toList();
    assertEquals(
        List.copyOf(last.values()),
        Looks.all(index.writer(), new GroupLook(group, items)).stream()
            .map(Register::fence)
            .toList());
    long present = last.values().stream().filter(fence -> fence.entry() != null).count();
    assertEquals(present, dump.all().size());
    int height = new TreeCheck(index.database(), SHAPE).check(group);
    assertTrue(height > 1, () -> "nodes of height " + height);
  }
}
