package pagemark.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.audit.AuditResult.Difference;
import pagemark.audit.AuditResult.Repairs;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.ForwardingInspector;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexException;
import pagemark.index.IndexSettings;
import pagemark.index.Inspector;
import pagemark.index.Op;
import pagemark.index.Sequence;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Indexable.Indexed;
import pagemark.repair.IndexedTable;
import pagemark.repair.IndexedTables;
import pagemark.state.Generation;
import pagemark.state.InMemoryState;
import pagemark.state.KeyHashes;
import pagemark.state.SampleGenerations;
import pagemark.state.SampleHashes;
import pagemark.sync.TableModel;
import pagemark.table.InMemoryItems;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Audits comments on a shirt, one by each of a few people.
final class AuditTest {
  private static final Generation GENERATION =
      SampleGenerations.comments("g1", Generation.State.SERVING);
  private static final GroupRef SHIRT = new GroupRef("g1", "comments", new Group("SHIRT"));
  private static final AuditSettings TELL =
      new AuditSettings(1, 1, false, Duration.ZERO, Instant.MAX);
  private static final AuditSettings REPAIR =
      new AuditSettings(1, 1, true, Duration.ZERO, Instant.MAX);

  private Instant now = Instant.parse("2026-11-21T00:00:00Z");
  private final InMemoryIndex index = new InMemoryIndex(() -> now, IndexSettings.DEFAULT);
  private Inspector inspector = index;
  private final InMemoryState state = new InMemoryState();
  private final InMemoryItems table = new InMemoryItems();
  private final List<Duration> slept = new ArrayList<>();

  /// Runs while the audit waits.
  private Runnable meanwhile = () -> {};

  @BeforeEach
  void markReady() {
    index.building("g1", "nonce", Instant.EPOCH);
    index.ready("g1", "nonce");
    List.of("ann", "bob", "rita").forEach(this::comment);
  }

  private static Map<String, AttributeValue> key(String name) {
    return Map.of("PK", fromS(name));
  }

  private void comment(String name) {
    table.byKey().put(key(name), TableModel.comment(name, "SHIRT", 1));
    index.plant(SHIRT, entry(name), true);
  }

  private static Entry entry(String name) {
    return entry(TableModel.comment(name, "SHIRT", 1));
  }

  private static Entry entry(Map<String, AttributeValue> item) {
    return ((Indexed) GENERATION.definition().indexable(item)).entry();
  }

  private void write(String name, int sequence, @Nullable Entry entry) {
    Op op = new Op(Bytes.utf8(name), new Sequence("" + sequence), entry, Set.of(entry(name)));
    index.write(List.of(new GroupWrite(SHIRT, List.of(op))));
  }

  private AuditResult audit(AuditSettings settings) {
    return audit(settings, Audit.CANDIDATES_MAX);
  }

  private AuditResult audit(AuditSettings settings, int candidatesMax) {
    return of(settings, candidatesMax).run(GENERATION);
  }

  private Audit of(AuditSettings settings, int candidatesMax) {
    IndexedTable indexed =
        IndexedTables.of(table, index, index, state, state, () -> now).with(this::sleep);
    AuditSetup setup = new AuditSetup(indexed, inspector, table.scan(), new Random(1));
    return new Audit(setup, settings, AuditListener.NONE, candidatesMax);
  }

  private void sleep(Duration duration) {
    slept.add(duration);
    now = now.plus(duration);
    meanwhile.run();
  }

  @Test
  void aCorrectIndexNeedsNoSecondLook() {
    AuditResult result = audit(TELL);
    assertEquals(new AuditResult.Compared(3, 1, 3), result.compared());
    assertTrue(result.isClean() && result.complete());
    assertEquals(List.of(), slept);
  }

  @Test
  void reportsDifferencesByKindAndHash() {
    index.plant(SHIRT, entry("ann"), false);
    index.plant(SHIRT, entry("ghost"), true);
    index.plant(SHIRT, entry("rita"), false);
    index.plant(SHIRT, new Entry(new Cell("1.1"), entry("rita").position()), true);
    AuditResult result = audit(TELL);
    assertEquals(
        Map.of(Kind.MISSING, 1L, Kind.GHOST, 1L, Kind.MISPLACED, 1L), result.differences());
    assertEquals(1e6, result.partsPerMillion());
    assertFalse(result.isClean());
    KeyHashes hashes = SampleHashes.ofThisProcess();
    assertTrue(result.examples().contains(new Difference(Kind.MISSING, key("ann"))));
    assertTrue(result.json(false, hashes).toString().contains(hashes.of(key("ann"))));
    assertFalse(result.json(false, hashes).toString().contains("ann"));
    assertTrue(result.json(true, hashes).toString().contains("{PK={S=ann}}"));
    assertTrue(result.json(false, hashes).toString().contains("missing=1, ghost=1, misplaced=1"));
  }

  @Test
  void theSecondLookComesAfterFiveSecondsAndAfterTwiceTheLag() {
    index.plant(SHIRT, entry("ann"), false);
    audit(TELL);
    audit(new AuditSettings(1, 1, false, Duration.ofSeconds(9), Instant.MAX));
    assertEquals(List.of(Duration.ofMillis(5_001), Duration.ofMillis(18_001)), slept);
  }

  @Test
  void aChangeThatArrivesMeanwhileIsNoDifference() {
    index.plant(SHIRT, entry("ann"), false);
    meanwhile = () -> write("ann", 1, entry("ann"));
    assertEquals(0, audit(TELL).different());
    assertEquals(2, slept.size());
  }

  @Test
  void anItemThatChangesAtEachLookIsUnsettled() {
    index.plant(SHIRT, entry("ghost"), true);
    List<Integer> sequences = new ArrayList<>();
    meanwhile =
        () -> {
          sequences.add(1);
          write("ghost", sequences.size(), entry("ghost"));
        };
    AuditResult result = audit(TELL);
    assertEquals(0, result.different());
    assertEquals(1, result.unsettled());
    assertEquals(4, slept.size());
    assertTrue(result.complete());
  }

  @Test
  void anItemThatCannotBeIndexedGoesIntoQuarantine() {
    Map<String, AttributeValue> poison = new HashMap<>(TableModel.comment("ann", "SHIRT", 1));
    poison.put("SK", fromS("May"));
    table.byKey().put(key("ann"), poison);
    AuditResult result = audit(REPAIR);
    assertEquals(new Repairs(0, 1, 0), result.repairs());
    assertTrue(result.isClean());
    assertEquals(key("ann"), state.list("comments", 10).getFirst().key());
    assertEquals(0, audit(TELL).different());
  }

  @Test
  void reportsMoreCandidatesThanItKeepsAndTheNextAuditGoesOn() {
    List.of("a", "b", "c").forEach(name -> index.plant(SHIRT, entry(name), true));
    AuditResult result = audit(REPAIR, 2);
    assertTrue(result.atLeast() && !result.isClean());
    assertEquals(Map.of(Kind.GHOST, 2L), result.differences());
    assertEquals(Map.of(Kind.GHOST, 1L), audit(REPAIR, 2).differences());
    assertTrue(audit(TELL).isClean());
  }

  @Test
  void endsEarlyAndReportsItIfTheTimeIsOver() {
    index.plant(SHIRT, entry("ann"), false);
    AuditResult result = audit(new AuditSettings(1, 1, true, Duration.ZERO, now.plusSeconds(15)));
    assertFalse(result.complete());
    assertEquals(0, result.different());
    assertEquals(
        1, audit(new AuditSettings(1, 1, true, Duration.ZERO, now.plusSeconds(60))).different());
  }

  @Test
  void countsUnreadableEntries() {
    byte[] noText = {(byte) 0xff};
    index.plant(SHIRT, new Entry(new Cell("1.1"), new Position(1, Bytes.of(noText))), true);
    AuditResult result = audit(REPAIR);
    assertEquals(1, result.unreadable());
    assertFalse(result.isClean());
  }

  @Test
  void countsNodesThatNoGroupLeadsTo() {
    inspector = new TwoStrayParts(index, () -> now = now.plusSeconds(1));
    AuditResult result = audit(new AuditSettings(1, 1, false, Duration.ZERO, now.plusSeconds(60)));
    assertEquals(5, result.unreachable());
    assertEquals(5, result.drift());
    assertFalse(result.isClean());

    AuditInSteps steps = new AuditInSteps(each -> of(each, Audit.CANDIDATES_MAX));
    assertEquals(
        5,
        steps.run(GENERATION, () -> AuditInSteps.reading(TELL, now.plusMillis(1))).unreachable());
    assertEquals(2, steps.invocations(), "one for each part");
  }

  /// The scan of an index may miss a group, such as one that moves to another node meanwhile.
  @Test
  void aGroupThatIsConfirmedAndNotListedIsNoCleanAudit() {
    inspector =
        new ForwardingInspector(index) {
          @Override
          public void groups(String generation, Consumer<List<GroupRef>> chunk) {}
        };
    AuditResult result = audit(REPAIR);
    assertEquals(1, result.unlisted());
    assertEquals(1, result.drift());
    assertFalse(result.isClean() || result.provesAll());
    AuditInSteps steps = new AuditInSteps(each -> of(each, Audit.CANDIDATES_MAX));
    assertEquals(
        1, steps.run(GENERATION, () -> AuditInSteps.reading(TELL, now.plusSeconds(9))).unlisted());
  }

  /// The scan of a store may list a group twice.
  @Test
  void aGroupThatIsListedTwiceIsComparedOnce() {
    List<GroupRef> read = new ArrayList<>();
    inspector =
        new ForwardingInspector(index) {
          @Override
          public void groups(String generation, Consumer<List<GroupRef>> chunk) {
            chunk.accept(List.of(SHIRT, SHIRT));
            chunk.accept(List.of(SHIRT));
          }

          @Override
          public EntriesPart entries(GroupRef group, Cell set, Bytes from) {
            read.add(group);
            return super.entries(group, set, from);
          }
        };
    assertEquals(new AuditResult.Compared(3, 1, 3), audit(TELL).compared());
    assertEquals(List.of(SHIRT), read);
  }

  @Test
  void aGroupThatIsEmptiedMeanwhileIsNotMissed() {
    inspector =
        new ForwardingInspector(index) {
          @Override
          public void groups(String generation, Consumer<List<GroupRef>> chunk) {
            table.byKey().clear();
            List.of("ann", "bob", "rita").forEach(name -> write(name, 1, null));
            super.groups(generation, chunk);
          }
        };
    AuditResult result = audit(REPAIR);
    assertEquals(0, result.unlisted());
    assertTrue(result.isClean());
    assertEquals(0, result.compared().groups(), "it has no entries");
  }

  @Test
  void onlyACompleteIndexIsAudited() {
    index.loseSlot(0);
    assertEquals(
        "the index of the listing comments is READY in 3 of 4 slots: rebuild it",
        assertThrows(AuditException.class, () -> audit(TELL)).getMessage());
    assertThrows(AuditException.class, () -> Audit.serving(state, "comments", "arn:stream"));
    state.register(GENERATION);
    state.serve("comments", "g1");
    assertEquals("g1", Audit.serving(state, "comments", "arn:stream").id());
    assertThrows(AuditException.class, () -> Audit.serving(state, "comments", "arn:other"));
  }

  @Test
  void anIndexOfAnUnknownKeyFormatIsNotAudited() {
    state.register(
        new Generation(
            "g1",
            "comments",
            GENERATION.definition().ofFormat(IndexDefinition.KEY_FORMAT + 1),
            "arn:table",
            "arn:stream",
            Instant.EPOCH,
            Generation.State.BUILDING));
    state.serve("comments", "g1");
    var refused =
        assertThrows(AuditException.class, () -> Audit.serving(state, "comments", "arn:stream"));
    assertTrue(String.valueOf(refused.getMessage()).contains("key format"), refused::toString);
  }

  @Test
  void anIndexThatIsLostMeanwhileIsNoDifference() {
    index.plant(SHIRT, entry("ann"), false);
    meanwhile = index::flush;
    assertThrows(IndexException.NotReady.class, () -> audit(REPAIR));
  }

  @Test
  void settingsOutOfBoundsAreRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new AuditSettings(0, 1, false, Duration.ZERO, Instant.MAX));
    assertThrows(
        IllegalArgumentException.class,
        () -> new AuditSettings(1, 65, false, Duration.ZERO, Instant.MAX));
    assertThrows(
        IllegalArgumentException.class,
        () -> new AuditSettings(1, 1, false, Duration.ofHours(1), Instant.MAX));
  }

  @Test
  void anItemThatTwoInvocationsFindIsOneDifference() {
    Coverage coverage = new Coverage(1, Set.of());
    coverage.add(new AuditResult.Difference(Kind.GHOST, key("ann")));
    coverage.add(new AuditResult.Difference(Kind.GHOST, key("ann")));
    coverage.add(new AuditResult.Difference(Kind.GHOST, key("bob")));
    coverage.add(new AuditResult.Difference(Kind.MISSING, key("bob")));
    assertEquals(Map.of(Kind.GHOST, 1L, Kind.MISPLACED, 1L), coverage.differences());
  }
}
