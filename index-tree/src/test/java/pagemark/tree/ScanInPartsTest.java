package pagemark.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.Inspector;
import pagemark.index.Op;
import pagemark.index.PageIndexWriter;
import pagemark.index.PageIndexWriter.Sweep;
import pagemark.index.Sequence;
import pagemark.index.rows.InMemoryRuns;
import pagemark.tree.node.GroupName;
import pagemark.tree.node.Item;
import pagemark.tree.node.NodeKey;
import pagemark.tree.request.NodeScan;
import pagemark.tree.request.RootScan;
import pagemark.tree.simulation.SimulatedItems;
import pagemark.tree.simulation.SimulatedNodes;
import pagemark.tree.write.NodeLimits;
import pagemark.tree.write.TreeWriter;

/// A walk through a generation goes on from one part of its scan to the next. A part of DynamoDB's
/// scan is 500 items; here it is two groups.
final class ScanInPartsTest {
  private static final String GENERATION = "g1";
  private static final int PART = 2;
  private static final List<GroupRef> GROUPS =
      IntStream.range(0, 7)
          .mapToObj(i -> new GroupRef(GENERATION, "by-time", new Group("group" + i)))
          .toList();
  private static final Bytes ITEM = Bytes.utf8("a");
  private static final Entry ENTRY = new Entry(Cell.WHOLE, new Position(1, ITEM));

  private final SimulatedNodes store = new SimulatedNodes(GENERATION);
  private final NodeLimits limits = SimulatedItems.LIMITS;
  private int parts;
  private long second = 1_000;
  private final PageIndexWriter writer =
      SimulatedProcess.writer(
          store,
          this::part,
          limits,
          new Random(1),
          _ -> {},
          () -> Instant.ofEpochSecond(second),
          Duration.ofSeconds(1),
          new InMemoryRuns(1));

  /// A walk that never moves on fails.
  private RootScan.RootsPart part(String generation, String from) {
    assertTrue(++parts <= 2 * GROUPS.size(), () -> parts + " parts");
    int begin = from.equals(RootScan.BEGIN) ? 0 : Integer.parseInt(from);
    int end = Math.min(begin + PART, GROUPS.size());
    List<RootScan.Root> roots = GROUPS.subList(begin, end).stream().flatMap(this::root).toList();
    return new RootScan.RootsPart(roots, end == GROUPS.size() ? RootScan.BEGIN : "" + end);
  }

  private Stream<RootScan.Root> root(GroupRef group) {
    NodeKey node = NodeKey.root(group);
    return store.item(node, Item.Name.N) instanceof Item.Content content
        ? Stream.of(new RootScan.Root(node, GroupName.of(group), content))
        : Stream.empty();
  }

  private void write(int sequence, @Nullable Entry entry, Set<Entry> gone) {
    Op op = new Op(ITEM, new Sequence("" + sequence), entry, gone);
    writer.write(GROUPS.stream().map(group -> new GroupWrite(group, List.of(op))).toList());
  }

  private void fill() {
    write(1, ENTRY, Set.of());
  }

  /// Leaves groups without entries that no write needs any more.
  private void empty() {
    fill();
    write(2, null, Set.of(ENTRY));
    second += 10;
  }

  @Test
  void aSweepTakesEveryPart() {
    empty();
    assertEquals(
        new Sweep(GROUPS.size(), Sweep.BEGIN), writer.sweep(GENERATION, Sweep.BEGIN, () -> true));
    assertEquals(Set.of(), store.nodes());
  }

  @Test
  void aSweepThatIsCutGoesOnBehindItsLastPart() {
    empty();
    List<Long> removed = new ArrayList<>();
    String position = Sweep.BEGIN;
    do {
      AtomicInteger left = new AtomicInteger(1);
      Sweep sweep = writer.sweep(GENERATION, position, () -> left.getAndDecrement() > 0);
      removed.add(sweep.removed());
      position = sweep.position();
      assertTrue(removed.size() <= GROUPS.size(), removed::toString);
    } while (!position.equals(Sweep.BEGIN));
    assertEquals(List.of(2L, 2L, 2L, 1L), removed);
    assertEquals(Set.of(), store.nodes());
  }

  @Test
  void aSweepBeginsAnewAtWhatIsNoPositionOfItsScan() {
    empty();
    assertEquals(
        new Sweep(GROUPS.size(), Sweep.BEGIN), writer.sweep(GENERATION, "at noon", () -> true));
  }

  /// An audit would miss the other groups.
  @Test
  void anInspectionFindsTheGroupsOfEveryPart() {
    fill();
    TreeWriter trees = new TreeWriter(store, limits, new Random(2), _ -> {});
    NodeScan unused = (_, _) -> new NodeScan.NodesPart(List.of(), RootScan.BEGIN);
    Inspector inspector =
        new TreeInspector(store, this::part, unused, trees, _ -> {}, SimulatedItems::bytes);
    List<GroupRef> found = new ArrayList<>();
    inspector.groups(GENERATION, found::addAll);
    assertEquals(GROUPS, found);
  }
}
