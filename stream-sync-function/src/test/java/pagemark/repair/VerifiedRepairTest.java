package pagemark.repair;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.index.Fence;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.index.Inspector.GroupDump;
import pagemark.index.Op;
import pagemark.index.Sequence;
import pagemark.key.Bytes;
import pagemark.key.Cell;
import pagemark.key.Entry;
import pagemark.key.Group;
import pagemark.key.Position;
import pagemark.state.Generation;
import pagemark.state.InMemoryState;
import pagemark.state.SampleGenerations;
import pagemark.sync.TableModel;
import pagemark.table.InMemoryItems;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Repairs of rita's comment, which is right in the table and wrong in the index.
final class VerifiedRepairTest {
  private static final Generation GENERATION =
      SampleGenerations.comments("g1", Generation.State.SERVING);
  private static final Group SHIRT = new Group("SHIRT");
  private static final Group MUG = new Group("MUG");
  private static final Map<String, AttributeValue> RITA = Map.of("PK", fromS("rita"));
  private static final Freshness FRESHNESS = Freshness.DEFAULT;
  private static final Duration LEASE = FRESHNESS.lease();

  private Instant now = Instant.parse("2026-11-21T00:00:00Z");
  private final InMemoryIndex index = new InMemoryIndex(() -> now, IndexSettings.DEFAULT);
  private final InMemoryState state = new InMemoryState();
  private final InMemoryItems table = new InMemoryItems();

  /// Each runs once, after the table was read.
  private final List<Runnable> meanwhile = new ArrayList<>();

  private final VerifiedRepair repair =
      new VerifiedRepair(
          keys -> {
            var read = table.read(keys);
            if (!meanwhile.isEmpty()) {
              meanwhile.removeFirst().run();
            }
            return read;
          },
          index,
          state,
          FRESHNESS,
          () -> now);

  @BeforeEach
  void markReady() {
    index.building("g1", "nonce", Instant.EPOCH);
    index.ready("g1", "nonce");
  }

  private static Entry entry(int day) {
    return new Entry(
        new Cell("4.2"), new Position(1714521600 + (day - 1) * 86_400, Bytes.utf8("rita")));
  }

  private static GroupRef ref(Group group) {
    return new GroupRef("g1", "comments", group);
  }

  private void write(Group group, int sequence, @Nullable Entry entry) {
    Op op = new Op(Bytes.utf8("rita"), new Sequence("" + sequence), entry, Set.of());
    index.write(List.of(new GroupWrite(ref(group), List.of(op))));
  }

  private void tableHas(String product, int day) {
    table.byKey().put(RITA, TableModel.comment("rita", product, day));
  }

  private Outcome settle(Doubt doubt) {
    return repair.settle(List.of(doubt), () -> true).getFirst();
  }

  private GroupDump dump(Group group) {
    return index.dump(ref(group), List.of());
  }

  private void assertHolds(Group group, Entry... entries) {
    Map<Cell, List<Position>> cells = new HashMap<>();
    for (Entry entry : entries) {
      cells.computeIfAbsent(entry.cell(), c -> new ArrayList<>()).add(entry.position());
    }
    assertEquals(cells, dump(group).cells());
  }

  /// Compares fences without their tags.
  private void assertFence(Group group, Sequence sequence, @Nullable Entry entry) {
    Fence fence = requireNonNull(dump(group).fences().get(Bytes.utf8("rita")));
    assertEquals(new Fence(sequence, entry, fence.tag()), fence);
    assertFalse(fence.tag().isEmpty(), "a repair left it");
  }

  @Test
  void addsAMissingEntry() {
    tableHas("SHIRT", 1);
    assertEquals(new Outcome.Settled(), settle(Doubt.of(GENERATION, RITA)));
    assertHolds(SHIRT, entry(1));
    assertEquals(Set.of(Bytes.utf8("rita")), dump(SHIRT).fences().keySet());
    assertFence(SHIRT, Doubt.NO_RECORD, entry(1));
  }

  @Test
  void removesAGhost() {
    index.plant(ref(SHIRT), entry(1), true);
    assertEquals(new Outcome.Settled(), settle(Doubt.ofEntry(GENERATION, SHIRT, entry(1))));
    assertHolds(SHIRT);
  }

  @Test
  void aDoubtAloneChangesNothing() {
    tableHas("SHIRT", 1);
    write(SHIRT, 5, entry(1));
    assertEquals(new Outcome.Settled(), settle(Doubt.ofEntry(GENERATION, SHIRT, entry(1))));
    assertHolds(SHIRT, entry(1));
    assertFence(SHIRT, new Sequence("5"), entry(1));
  }

  @Test
  void movesAMisplacedEntryAndRepairsTheOtherGroupToo() {
    tableHas("MUG", 2);
    index.plant(ref(SHIRT), entry(1), true);
    index.plant(ref(SHIRT), entry(3), true);
    write(MUG, 4, entry(4));
    Doubt doubt =
        new Doubt(GENERATION, RITA, Map.of(SHIRT, Set.of(entry(1), entry(3))), new Sequence("9"));
    assertEquals(new Outcome.Settled(), settle(doubt));
    assertHolds(SHIRT);
    assertHolds(MUG, entry(2));
    assertFence(MUG, new Sequence("9"), entry(2));
    assertFence(SHIRT, new Sequence("9"), null);
  }

  @Test
  void readsAgainIfTheStreamHasChangedTheFence() {
    tableHas("SHIRT", 1);
    index.plant(ref(SHIRT), entry(9), true);
    meanwhile.add(
        () -> {
          tableHas("SHIRT", 2);
          write(SHIRT, 7, entry(2));
        });
    assertEquals(new Outcome.Settled(), settle(Doubt.ofEntry(GENERATION, SHIRT, entry(9))));
    assertHolds(SHIRT, entry(2));
  }

  @Test
  void anItemThatMovesAtEveryTryStaysInDoubt() {
    tableHas("SHIRT", 1);
    for (int i = 1; i <= 20; i++) {
      int sequence = i;
      meanwhile.add(() -> write(SHIRT, sequence, entry(1)));
    }
    assertEquals(new Outcome.Moving(), settle(Doubt.ofEntry(GENERATION, SHIRT, entry(2))));
    assertHolds(SHIRT, entry(1));
  }

  @Test
  void readsAgainIfTheLeaseIsOver() {
    index.plant(ref(SHIRT), entry(1), true);
    meanwhile.add(() -> now = now.plus(LEASE).plusSeconds(1));
    meanwhile.add(() -> tableHas("SHIRT", 1));
    tableHas("SHIRT", 2);
    assertEquals(new Outcome.Settled(), settle(Doubt.ofEntry(GENERATION, SHIRT, entry(1))));
    assertHolds(SHIRT, entry(2));
  }

  @Test
  void removesAndReportsPoison() {
    write(SHIRT, 1, entry(1));
    table.byKey().put(RITA, Map.of("PK", fromS("rita"), "PK2", fromS("SHIRT"), "SK", fromS("May")));
    assertInstanceOf(Outcome.Poisoned.class, settle(Doubt.ofEntry(GENERATION, SHIRT, entry(1))));
    assertHolds(SHIRT);
  }

  @Test
  void twoDoubtsOfOneItemAreSettledTogether() {
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
  void aLostIndexNeedsNoRepair() {
    index.flush();
    tableHas("SHIRT", 1);
    assertEquals(new Outcome.Settled(), settle(Doubt.ofEntry(GENERATION, MUG, entry(1))));
    assertHolds(SHIRT);
  }

  @Test
  void theDoubtRemainsIfTheTableFailsOrTheTimeIsOver() {
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
