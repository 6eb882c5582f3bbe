package pagemark.tree.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.GroupLook;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.IndexException;
import pagemark.index.LookResult;
import pagemark.index.Op;
import pagemark.index.PageIndexWriter;
import pagemark.index.PageIndexWriter.Sweep;
import pagemark.index.Rule;
import pagemark.index.Sequence;
import pagemark.index.WriteResult;
import pagemark.index.rows.InMemoryRuns;
import pagemark.tree.SimulatedProcess;
import pagemark.tree.node.GroupName;
import pagemark.tree.node.Inner;
import pagemark.tree.node.Item;
import pagemark.tree.node.NodeKey;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.Nodes;
import pagemark.tree.request.RootScan;

/// Schedules that a seed hardly ever finds, made by hand: a process is slow at one request, and
/// another one works meanwhile.
final class RareSchedulesTest {
  private static final GroupRef GROUP = new GroupRef("g1", "by-time", new Group("rare"));
  private static final NodeKey ROOT = NodeKey.root(GROUP);
  private static final int PERIOD_SECONDS = 10;
  private static final String LONG = "x".repeat(40);

  private final SimulatedNodes store = new SimulatedNodes(GROUP.generation());
  private final Random random = new Random(1);
  private long period;

  private Instant now() {
    return Instant.ofEpochSecond(period * PERIOD_SECONDS);
  }

  private PageIndexWriter process(Nodes nodes) {
    return SimulatedProcess.writer(
        nodes,
        (_, _) -> roots(),
        SimulatedItems.LIMITS,
        random,
        _ -> {},
        this::now,
        Duration.ofSeconds(PERIOD_SECONDS),
        new InMemoryRuns(1));
  }

  private RootScan.RootsPart roots() {
    List<RootScan.Root> roots =
        store.item(ROOT, Item.Name.N) instanceof Item.Content content
            ? List.of(new RootScan.Root(ROOT, GroupName.of(GROUP), content))
            : List.of();
    return new RootScan.RootsPart(roots, RootScan.BEGIN);
  }

  private static Entry at(String item) {
    return new Entry(Cell.WHOLE, new Position(0, Bytes.utf8(item)));
  }

  private static Op put(String item, int sequence) {
    return new Op(Bytes.utf8(item), new Sequence(Integer.toString(sequence)), at(item), Set.of());
  }

  private static Op delete(String item, int sequence) {
    return new Op(
        Bytes.utf8(item), new Sequence(Integer.toString(sequence)), null, Set.of(at(item)));
  }

  private static WriteResult write(PageIndexWriter writer, Op op, Instant notAfter) {
    return writer.write(List.of(new GroupWrite(GROUP, List.of(op), notAfter))).getFirst();
  }

  private static void write(PageIndexWriter writer, Op op) {
    WriteResult.Written written =
        assertInstanceOf(WriteResult.Written.class, write(writer, op, GroupWrite.NEVER_TOO_LATE));
    assertEquals(List.of(), written.refused());
  }

  private Set<String> items() {
    Set<String> items = new TreeSet<>();
    TreeCheck.entries(store, ROOT).forEach(e -> items.add(e.position().member().text()));
    return items;
  }

  /// A record comes again after the item was deleted. Its process is slow, until the tombstone has
  /// expired and was dropped by another write.
  @Test
  void aBatchOlderThanTheClockIsRefused() {
    PageIndexWriter other = process(store);
    period = 8;
    write(other, put("a", 1));
    period = 9;
    write(other, delete("a", 2));
    period = 10;
    Runnable meanwhile =
        () -> {
          period = 11;
          write(other, put("b", 3));
        };
    WriteResult result =
        write(asleepBeforeItReads(meanwhile), put("a", 1), GroupWrite.NEVER_TOO_LATE);
    assertEquals(1, assertInstanceOf(WriteResult.Written.class, result).refused().size());
    assertEquals(Set.of("b"), items());
  }

  /// A record comes again, and its process sleeps before it reads. Meanwhile the item is deleted,
  /// and its group is gone with the tombstone.
  @Test
  void aProcessThatSleptBeforeItReadPutsNothing() {
    PageIndexWriter other = process(store);
    period = 8;
    write(other, put("a", 1));
    Runnable meanwhile =
        () -> {
          write(other, delete("a", 2));
          period = 12;
          other.sweep(GROUP.generation(), Sweep.BEGIN, () -> true);
          assertEquals(Set.of(), store.nodes());
        };
    Instant notAfter = Instant.ofEpochSecond(9L * PERIOD_SECONDS);
    assertInstanceOf(
        WriteResult.Expired.class, write(asleepBeforeItReads(meanwhile), put("a", 1), notAfter));
    assertEquals(Set.of(), items());
  }

  private PageIndexWriter asleepBeforeItReads(Runnable meanwhile) {
    return process(new SlowNodes(store, NodeRequest.Get.class::isInstance, meanwhile));
  }

  /// A sweep drops the tombstones of one leaf, and joins it with one that nobody has written for
  /// long. A record of before comes again.
  @Test
  void aBatchOlderThanTheClockOfOneLeafThatASweepJoinsIsRefused() {
    PageIndexWriter other = process(store);
    period = 8;
    for (char item = 'a'; item <= 'z'; item++) {
      write(other, put(item + LONG, 1));
    }
    period = 9;
    for (char item = 'a'; item <= 'r'; item++) {
      write(other, delete(item + LONG, 2));
    }
    assertEquals(2, TreeCheck.levels(store, ROOT));
    period = 10;
    Runnable meanwhile =
        () -> {
          period = 11;
          process(store).sweep(GROUP.generation(), Sweep.BEGIN, () -> true);
          assertEquals(1, TreeCheck.levels(store, ROOT));
        };
    WriteResult result =
        write(asleepBeforeItReads(meanwhile), put("b" + LONG, 1), GroupWrite.NEVER_TOO_LATE);
    assertEquals(1, assertInstanceOf(WriteResult.Written.class, result).refused().size());
    assertEquals('z' - 'r', items().size());
  }

  /// Else a batch that is in time finds neither the tombstone nor the clock of its leaf. The second
  /// sweep must not take for old what the first one has left.
  @Test
  void aGroupStaysForAPeriodAfterItsTombstones() {
    PageIndexWriter other = process(store);
    period = 8;
    write(other, put("a", 1));
    period = 9;
    write(other, delete("a", 2));
    period = 10;
    Runnable meanwhile =
        () -> {
          period = 11;
          other.sweep(GROUP.generation(), Sweep.BEGIN, () -> true);
          other.sweep(GROUP.generation(), Sweep.BEGIN, () -> true);
        };
    write(asleepBeforeItReads(meanwhile), put("a", 1), GroupWrite.NEVER_TOO_LATE);
    assertEquals(Set.of(), items());
  }

  /// A repair is applied until some time after its look. If the look seemed later than it was, the
  /// fences that it has seen could be gone by then.
  @Test
  void aLookIsAsOldAsItsRead() {
    period = 8;
    write(process(store), put("a", 1));
    Instant before = now();
    PageIndexWriter slow = asleepBeforeItReads(() -> period = 9);
    GroupLook look = new GroupLook(GROUP, List.of(new GroupLook.Item(Bytes.utf8("a"), at("a"))));
    LookResult.Looked looked =
        assertInstanceOf(LookResult.Looked.class, slow.look(List.of(look)).getFirst());
    assertTrue(looked.registers().getFirst().present());
    assertEquals(before, looked.at());
    assertEquals(9, period);
  }

  /// A put is slow, until its group has been emptied, removed and begun again.
  @Test
  void aPutDoesNotMeetAnotherLifeOfItsRoot() {
    PageIndexWriter other = process(store);
    period = 8;
    write(other, put("a", 1));
    Runnable meanwhile =
        () -> {
          write(other, delete("a", 3));
          period = 12;
          other.sweep(GROUP.generation(), Sweep.BEGIN, () -> true);
          assertEquals(Set.of(), store.nodes());
          write(other, put("c", 4));
        };
    Instant notAfter = now().plusSeconds(1);
    PageIndexWriter slow =
        process(new SlowNodes(store, NodeRequest.Put.class::isInstance, meanwhile));
    assertInstanceOf(WriteResult.Expired.class, write(slow, put("b", 2), notAfter));
    assertEquals(Set.of("c"), items());
  }

  /// An entry of a row was lost, and a process that puts it back dies before it counts it. The next
  /// one reads the leaf from before the loss, in which the entry seems to be there and counted.
  @Test
  void anEntryThatSeemsToBeThereIsCountedByALeafThatIsNoOlder() {
    PageIndexWriter other = process(store);
    period = 8;
    for (char item = 'a'; item <= 'z'; item++) {
      write(other, row(item + LONG));
    }
    assertEquals(2, TreeCheck.levels(store, ROOT));
    Inner root = assertInstanceOf(Inner.class, store.item(ROOT, Item.Name.N));
    NodeKey first = ROOT.node(root.children().getFirst().id());
    NodeAnswer before = store.execute(new NodeRequest.Get(first, true));
    write(other, delete("b" + LONG, 2));
    period = 12;
    other.sweep(GROUP.generation(), Sweep.BEGIN, () -> true);

    Nodes dying =
        requests -> {
          if (requests.getFirst() instanceof NodeRequest.RaiseTallies) {
            throw new IndexException.Unavailable("dies", null);
          }
          return store.send(requests);
        };
    write(process(dying), row("b" + LONG), GroupWrite.NEVER_TOO_LATE);
    Nodes stale =
        requests ->
            requests.stream()
                .map(
                    request ->
                        request.equals(new NodeRequest.Get(first, false))
                            ? before
                            : store.execute(request))
                .toList();
    write(process(stale), row("b" + LONG), GroupWrite.NEVER_TOO_LATE);
    assertEquals(26, TreeCheck.entries(store, ROOT).size());
  }

  private static Op row(String item) {
    return new Op(Bytes.utf8(item), new Rule.Unfenced(), at(item), Set.of());
  }
}
