package pagemark.sql;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.Contradictions;
import pagemark.index.Extent;
import pagemark.index.GroupDump;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.IndexSettings;
import pagemark.index.Op;
import pagemark.index.Rule;
import pagemark.index.Sequence;
import pagemark.index.TakesLong;
import pagemark.index.WriteResult;
import pagemark.sql.connection.Database;
import pagemark.sql.connection.SqlUrl;

/// Random batches that go mostly behind the last entries of two groups, and otherwise anywhere or
/// away, are compared with a map. Entries behind the last one are not looked up, and nodes are
/// split at them; each batch is long enough for that. After each batch the counts of all nodes must
/// be right.
@TakesLong(nightly = 25)
final class TimeOrderIT {
  private static final long SEED = 20_261_123;
  private static final int BATCHES = Extent.of(20, 40);
  private static final List<Cell> CELLS = List.of(new Cell("0"), new Cell("1"), new Cell("2"));
  private static final List<GroupRef> GROUPS =
      List.of(
          new GroupRef("g1", "comments", new Group("shirt")),
          new GroupRef("g1", "comments", new Group("shoe")));

  private final Random random = new Random(SEED);
  private final Map<GroupRef, Map<Bytes, Entry>> expected = new HashMap<>();
  private int latest;
  private int sequence;

  private GroupWrite write(GroupRef group) {
    Map<Bytes, Entry> present = expected.computeIfAbsent(group, _ -> new HashMap<>());
    Map<Bytes, Op> ops = new HashMap<>();
    int count = 8 + random.nextInt(20);
    int behind = random.nextInt(4);
    while (ops.size() < count) {
      Op op = random.nextInt(4) < behind ? appended() : anyhow(present);
      ops.putIfAbsent(op.item(), op);
    }
    for (Op op : ops.values()) {
      Entry entry = op.entry();
      if (entry == null) {
        present.remove(op.item());
      } else {
        present.put(op.item(), entry);
      }
    }
    return new GroupWrite(group, List.copyOf(ops.values()));
  }

  private Op appended() {
    latest += 1 + random.nextInt(2);
    Bytes item = Bytes.utf8("item%05d".formatted(latest));
    return op(item, latest, Set.of());
  }

  /// A change of an item that may exist, at another position or at the same, or its removal.
  private Op anyhow(Map<Bytes, Entry> present) {
    Bytes item = Bytes.utf8("item%05d".formatted(random.nextInt(latest + 10)));
    Entry old = present.get(item);
    Set<Entry> olds = old == null ? Set.of() : Set.of(old);
    return switch (random.nextInt(3)) {
      case 0 -> op(item, null, olds);
      case 1 -> op(item, old == null ? 1 : (int) old.position().score(), olds);
      default -> op(item, random.nextInt(latest + 10), olds);
    };
  }

  private Op op(Bytes item, @Nullable Integer score, Set<Entry> olds) {
    Entry entry =
        score == null
            ? null
            : new Entry(CELLS.get(random.nextInt(CELLS.size())), new Position(score, item));
    return new Op(item, new Rule.Newer(new Sequence("" + ++sequence)), entry, olds);
  }

  @ParameterizedTest
  @EachSqlServer
  void batchesBehindTheLastEntriesKeepAllCountsRight(SqlServer server) {
    System.out.println("TimeOrderIT seed " + SEED);
    withIndex(
        server,
        (index, database) -> {
          TreeCheck tree = new TreeCheck(database, SqlIndexContract.SMALL);
          for (int i = 0; i < BATCHES; i++) {
            List<GroupWrite> batch = GROUPS.stream().map(this::write).toList();
            for (WriteResult result : index.writer().write(batch)) {
              assertEquals(
                  List.of(), assertInstanceOf(WriteResult.Written.class, result).refused());
            }
            GROUPS.forEach(tree::check);
          }
          GROUPS.forEach(group -> check(index, group));
          GROUPS.forEach(group -> assertTrue(tree.check(group) > 1));
        });
  }

  /// The fences of new items are inserted without a lookup. Here two items were removed before, so
  /// that they have one: one comes back, and of the other a late record comes. The fences take more
  /// than one statement, and the last of them fails: what the others inserted is undone.
  @ParameterizedTest
  @EachSqlServer
  void newItemsAreWrittenBesideItemsThatWereRemoved(SqlServer server) {
    withIndex(
        server,
        (index, _) -> {
          List<Op> added = Stream.generate(this::appended).limit(500).toList();
          Op late = appended();
          Op first = appended();
          write(index, List.of(late, first));
          write(
              index,
              Stream.of(late, first)
                  .map(op -> op(op.item(), null, Set.of(requireNonNull(op.entry()))))
                  .toList());
          Op back = op(first.item(), latest, Set.of());
          List<Op> batch = Stream.concat(added.stream(), Stream.of(back, late)).toList();
          assertEquals(new WriteResult.Written(501, 0, List.of(late)), write(index, batch));
          assertEquals(new WriteResult.Written(0, 501, List.of(late)), write(index, batch));
          assertEquals(501, GroupDump.of(index.inspector(), GROUPS.getFirst(), CELLS).all().size());
        });
  }

  /// Items that were removed, in this period or in the one before, look new when they come back.
  /// Late records of them are refused, however often they come, and their own fences count.
  @ParameterizedTest
  @EachSqlServer
  void itemsThatComeBackAreDecidedByTheirFences(SqlServer server) {
    withIndex(
        server,
        (index, database) -> {
          for (int periods = 0; periods < 2; periods++) {
            List<Op> late = Stream.generate(this::appended).limit(10).toList();
            WriteResult refused = new WriteResult.Written(0, 0, late);
            write(index, again(late, null));
            int by = periods;
            database.write(tx -> tx.update("UPDATE pm_fence SET period = period - ?", by));
            assertEquals(refused, write(index, late));
            assertEquals(refused, write(index, late));
            List<Op> back = again(late, ++latest);
            assertEquals(new WriteResult.Written(10, 0, List.of()), write(index, back));
            assertEquals(refused, write(index, late));
            assertEquals(new WriteResult.Written(0, 10, List.of()), write(index, back));
            List<Op> later = again(late, ++latest);
            assertEquals(new WriteResult.Written(10, 0, List.of()), write(index, later));
          }
        });
  }

  /// Newer records of the same items, without their old entries.
  private List<Op> again(List<Op> ops, @Nullable Integer score) {
    return ops.stream().map(op -> op(op.item(), score, Set.of())).toList();
  }

  private static void withIndex(SqlServer server, BiConsumer<SqlIndex, Database> test) {
    try (Database database =
        new Database(SqlUrl.of(URI.create(server.emptyDatabase())), IndexSettings.DEFAULT)) {
      SqlIndex index = new SqlIndex(database, IndexSettings.DEFAULT, SqlIndexContract.SMALL);
      index.markers().building("g1", "nonce", Instant.EPOCH);
      test.accept(index, database);
    }
  }

  private static WriteResult write(SqlIndex index, List<Op> ops) {
    return index.writer().write(List.of(new GroupWrite(GROUPS.getFirst(), ops))).getFirst();
  }

  private void check(SqlIndex index, GroupRef group) {
    GroupDump dump = GroupDump.of(index.inspector(), group, CELLS);
    List<Position> positions = new ArrayList<>();
    expected.getOrDefault(group, Map.of()).values().forEach(e -> positions.add(e.position()));
    positions.sort(Comparator.comparingDouble(Position::score).thenComparing(Position::member));
    assertEquals(positions, dump.all());
    assertEquals(List.of(), Contradictions.of(dump));
  }
}
