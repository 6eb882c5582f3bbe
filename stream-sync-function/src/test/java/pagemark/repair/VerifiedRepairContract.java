package pagemark.repair;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.Fence;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.InMemoryIndex;
import pagemark.index.Looks;
import pagemark.index.Op;
import pagemark.index.Sequence;
import pagemark.repair.IndexedTable.Freshness;
import pagemark.repair.VerifiedRepair.Doubt;
import pagemark.repair.VerifiedRepair.Outcome;
import pagemark.state.Generation;
import pagemark.state.InMemoryState;
import pagemark.state.SampleGenerations;
import pagemark.sync.TableModel;
import pagemark.table.InMemoryItems;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Repairs of rita's comment, which is right in the table and wrong in the index, whatever the
/// index keeps fences by.
abstract class VerifiedRepairContract {
  static final Generation GENERATION = SampleGenerations.comments("g1", Generation.State.SERVING);
  static final Group SHIRT = new Group("SHIRT");
  static final Group MUG = new Group("MUG");
  static final Map<String, AttributeValue> RITA = Map.of("PK", fromS("rita"));
  private static final Duration LEASE = Freshness.DEFAULT.lease();

  private Instant now = Instant.parse("2026-11-21T00:00:00Z");
  final InMemoryIndex index = emptyIndex(() -> now);
  private final InMemoryState state = new InMemoryState();
  private final InMemoryItems table = new InMemoryItems();

  /// Each runs once, after the table was read.
  final List<Runnable> meanwhile = new ArrayList<>();

  final VerifiedRepair repair =
      IndexedTables.of(
              keys -> {
                var read = table.read(keys);
                if (!meanwhile.isEmpty()) {
                  meanwhile.removeFirst().run();
                }
                return read;
              },
              index,
              index,
              state,
              state,
              () -> now)
          .repair();

  abstract InMemoryIndex emptyIndex(InstantSource clock);

  /// What a doubt must name of an entry that the index has, so that it is removed. An item's fence
  /// tells of it anyhow.
  abstract Set<Entry> named(Entry entry);

  @BeforeEach
  final void markReady() {
    index.building("g1", "nonce", Instant.EPOCH);
    index.ready("g1", "nonce");
  }

  static Entry entry(int day) {
    return new Entry(
        new Cell("4.2"), new Position(1714521600 + (day - 1) * 86_400, Bytes.utf8("rita")));
  }

  static GroupRef ref(Group group) {
    return new GroupRef("g1", "comments", group);
  }

  /// Applies a record.
  final void write(Group group, int sequence, @Nullable Entry entry, Entry... olds) {
    Op op = new Op(Bytes.utf8("rita"), new Sequence("" + sequence), entry, Set.of(olds));
    index.write(List.of(new GroupWrite(ref(group), List.of(op))));
  }

  final void tableHas(String product, int day) {
    table.byKey().put(RITA, TableModel.comment("rita", product, day));
  }

  final Outcome settle(Doubt doubt) {
    return repair.settle(List.of(doubt), () -> true).getFirst();
  }

  final void assertHolds(Group group, Entry... entries) {
    Map<Cell, List<Position>> cells = new HashMap<>();
    for (Entry entry : entries) {
      cells.computeIfAbsent(entry.cell(), c -> new ArrayList<>()).add(entry.position());
    }
    assertEquals(cells, index.dump(ref(group)).cells());
  }

  /// Compares fences without their tags.
  ///
  /// @param there whether the item is at that entry
  final void assertFence(Group group, Sequence sequence, Entry entry, boolean there) {
    Fence fence = requireNonNull(Looks.one(index, ref(group), Bytes.utf8("rita"), entry).fence());
    assertEquals(new Fence(sequence, there ? entry : null, fence.tag()), fence);
    assertFalse(fence.tag().isEmpty(), "a repair left it");
  }

  @Test
  final void aReadThatTakesSecondsIsProofForItsWrites() {
    tableHas("SHIRT", 1);
    meanwhile.addAll(Collections.nCopies(6, () -> now = now.plusSeconds(1)));
    assertEquals(new Outcome.Settled(), settle(Doubt.of(GENERATION, RITA)));
  }

  @Test
  final void anItemThatCannotBeReadIsNotSettledThoughNoEntryOfItIsKnown() {
    meanwhile.add(
        () -> {
          throw SdkClientException.create("down");
        });
    assertInstanceOf(Outcome.Failed.class, settle(Doubt.of(GENERATION, RITA)));
  }

  @Test
  final void addsAMissingEntry() {
    tableHas("SHIRT", 1);
    assertEquals(new Outcome.Settled(), settle(Doubt.of(GENERATION, RITA)));
    assertHolds(SHIRT, entry(1));
    assertFence(SHIRT, Doubt.NO_RECORD, entry(1), true);
  }

  @Test
  final void removesAGhost() {
    index.plant(ref(SHIRT), entry(1), true);
    assertEquals(new Outcome.Settled(), settle(Doubt.ofEntry(GENERATION, SHIRT, entry(1))));
    assertHolds(SHIRT);
  }

  @Test
  final void aDoubtAloneChangesNothing() {
    tableHas("SHIRT", 1);
    write(SHIRT, 5, entry(1));
    assertEquals(new Outcome.Settled(), settle(Doubt.ofEntry(GENERATION, SHIRT, entry(1))));
    assertHolds(SHIRT, entry(1));
    assertFence(SHIRT, new Sequence("5"), entry(1), true);
  }

  @Test
  final void movesAMisplacedEntryAndRepairsTheOtherGroupToo() {
    tableHas("MUG", 2);
    index.plant(ref(SHIRT), entry(1), true);
    index.plant(ref(SHIRT), entry(3), true);
    write(MUG, 4, entry(4));
    Map<Group, Set<Entry>> seen = new HashMap<>(Map.of(SHIRT, Set.of(entry(1), entry(3))));
    named(entry(4)).forEach(entry -> seen.put(MUG, Set.of(entry)));
    Doubt doubt = new Doubt(GENERATION, RITA, seen, true, new Sequence("9"));
    assertEquals(new Outcome.Settled(), settle(doubt));
    assertHolds(SHIRT);
    assertHolds(MUG, entry(2));
    assertFence(MUG, new Sequence("9"), entry(2), true);
    assertFence(SHIRT, new Sequence("9"), entry(1), false);
  }

  @Test
  final void readsAgainIfTheStreamHasChangedTheFence() {
    tableHas("SHIRT", 1);
    index.plant(ref(SHIRT), entry(9), true);
    meanwhile.add(
        () -> {
          tableHas("SHIRT", 2);
          write(SHIRT, 7, entry(2), entry(1));
        });
    assertEquals(new Outcome.Settled(), settle(Doubt.ofEntry(GENERATION, SHIRT, entry(9))));
    assertHolds(SHIRT, entry(2));
  }

  /// Readers of both groups would miss it meanwhile.
  @Test
  final void anItemIsNotRemovedThereIfItsArrivalHereIsRefused() {
    write(SHIRT, 1, entry(1));
    tableHas("MUG", 2);
    List<String> looks = new ArrayList<>();
    meanwhile.add(() -> write(MUG, 5, null, entry(2)));
    meanwhile.add(
        () -> {
          assertHolds(SHIRT, entry(1));
          looks.add("again");
        });
    Map<Group, Set<Entry>> seen = Map.of(SHIRT, Set.of(entry(1)), MUG, Set.of(entry(2)));
    Doubt doubt = new Doubt(GENERATION, RITA, seen, true, Doubt.NO_RECORD);
    assertEquals(new Outcome.Settled(), settle(doubt));
    assertEquals(List.of("again"), looks, "the first arrival was refused");
    assertHolds(SHIRT);
    assertHolds(MUG, entry(2));
  }

  @Test
  final void anItemThatMovesAtEveryTryStaysInDoubt() {
    tableHas("SHIRT", 1);
    for (int i = 1; i <= 20; i++) {
      int sequence = i;
      meanwhile.add(() -> write(SHIRT, sequence, entry(1)));
    }
    assertEquals(new Outcome.Moving(), settle(Doubt.ofEntry(GENERATION, SHIRT, entry(2))));
    assertHolds(SHIRT, entry(1));
    assertEquals(14, meanwhile.size(), "after six tries");
  }

  @Test
  final void readsAgainIfTheLeaseIsOver() {
    index.plant(ref(SHIRT), entry(1), true);
    meanwhile.add(() -> now = now.plus(LEASE).plusSeconds(1));
    meanwhile.add(() -> tableHas("SHIRT", 1));
    tableHas("SHIRT", 2);
    assertEquals(new Outcome.Settled(), settle(Doubt.ofEntry(GENERATION, SHIRT, entry(1))));
    assertHolds(SHIRT, entry(2));
    assertEquals(List.of(), meanwhile);
  }

  @Test
  final void removesAndReportsPoison() {
    write(SHIRT, 1, entry(1));
    table.byKey().put(RITA, Map.of("PK", fromS("rita"), "PK2", fromS("SHIRT"), "SK", fromS("May")));
    assertInstanceOf(Outcome.Poisoned.class, settle(Doubt.ofEntry(GENERATION, SHIRT, entry(1))));
    assertHolds(SHIRT);
  }

  @Test
  final void twoDoubtsOfOneItemAreSettledTogether() {
    tableHas("SHIRT", 1);
    index.plant(ref(SHIRT), entry(2), true);
    index.plant(ref(SHIRT), entry(3), true);
    List<Outcome> outcomes =
        repair.settle(
            List.of(
                Doubt.ofEntry(GENERATION, SHIRT, entry(2)),
                Doubt.ofEntry(GENERATION, SHIRT, entry(3))),
            () -> true);
    assertEquals(List.of(new Outcome.Settled(), new Outcome.Settled()), outcomes);
    assertHolds(SHIRT, entry(1));
  }

  @Test
  final void twoDoubtsOfOneItemAreOneWithTheHigherNumber() {
    tableHas("MUG", 2);
    Doubt ofRecord = new Doubt(GENERATION, RITA, Map.of(), true, new Sequence("9"));
    Doubt ofReader = Doubt.ofEntry(GENERATION, SHIRT, entry(1));
    repair.settle(List.of(ofReader, ofRecord, ofReader), () -> true);
    assertFence(MUG, new Sequence("9"), entry(2), true);
  }

  /// Its record puts the item there.
  @Test
  final void aDoubtAboutAnEntryLeavesOtherGroupsAlone() {
    tableHas("MUG", 2);
    index.plant(ref(SHIRT), entry(1), true);
    settle(Doubt.ofEntry(GENERATION, SHIRT, entry(1)));
    assertHolds(SHIRT);
    assertHolds(MUG);
  }

  @Test
  final void aLostIndexNeedsNoRepair() {
    index.flush();
    tableHas("SHIRT", 1);
    assertEquals(new Outcome.Settled(), settle(Doubt.ofEntry(GENERATION, MUG, entry(1))));
    assertHolds(SHIRT);
  }

  @Test
  final void theDoubtRemainsIfTheTableFailsOrTheTimeIsOver() {
    index.plant(ref(SHIRT), entry(1), true);
    SdkClientException down = SdkClientException.create("down");
    meanwhile.add(
        () -> {
          throw down;
        });
    Doubt doubt = Doubt.ofEntry(GENERATION, SHIRT, entry(1));
    assertEquals(new Outcome.Failed(down), settle(doubt));
    assertEquals(List.of(new Outcome.Moving()), repair.settle(List.of(doubt), () -> false));
    assertHolds(SHIRT, entry(1));
  }
}
