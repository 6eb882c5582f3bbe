package pagemark.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import pagemark.audit.Audit.AuditSetup;
import pagemark.audit.AuditResult.Count;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Place;
import pagemark.entry.Position;
import pagemark.index.ForwardingInspector;
import pagemark.index.ForwardingWriter;
import pagemark.index.GroupLook;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexException;
import pagemark.index.IndexSettings;
import pagemark.index.Inspector;
import pagemark.index.LookResult;
import pagemark.index.Op;
import pagemark.index.PageIndexWriter;
import pagemark.index.Sequence;
import pagemark.index.WriteResult;
import pagemark.listing.Indexable.Indexed;
import pagemark.repair.IndexedTable;
import pagemark.repair.IndexedTables;
import pagemark.state.CheckpointItems;
import pagemark.state.Generation;
import pagemark.state.InMemoryState;
import pagemark.state.Inexact;
import pagemark.state.KeyHashes;
import pagemark.state.SampleGenerations;
import pagemark.state.SampleHashes;
import pagemark.state.writer.WriterNote;
import pagemark.state.writer.Writers;
import pagemark.sync.TableModel;
import pagemark.table.InMemoryItems;
import pagemark.table.TableScan;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Audits comments on a shirt, one by each of a few people.
final class AuditTest {
  private static final Generation GENERATION =
      SampleGenerations.comments("g1", Generation.State.SERVING);
  private static final GroupRef SHIRT = new GroupRef("g1", "comments", new Group("SHIRT"));
  private static final AuditSettings TELL =
      new AuditSettings(1, 0, 1, false, Duration.ZERO, Instant.MAX);
  private static final AuditSettings REPAIR =
      new AuditSettings(1, 0, 1, true, Duration.ZERO, Instant.MAX);

  private Instant now = Instant.parse("2026-11-21T00:00:00Z");
  private final InMemoryIndex index = new InMemoryIndex(() -> now, IndexSettings.DEFAULT);
  private Inspector inspector = index;
  private PageIndexWriter writer = index;
  private final InMemoryState state = new InMemoryState();
  private final InMemoryItems table = new InMemoryItems();
  private final List<Duration> slept = new ArrayList<>();
  private TableScan scan = table.scan();
  private final Random random = new Random(1);

  /// Runs while the audit waits.
  private Runnable meanwhile = () -> {};

  /// Runs when ann's comment was read by its key.
  private Runnable afterAnn = () -> {};

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
    return audit(settings, Audit.DIFFERENCES_MAX);
  }

  private AuditResult audit(AuditSettings settings, int max) {
    return of(settings, max).run(GENERATION);
  }

  private Audit of(AuditSettings settings, int max) {
    IndexedTable indexed =
        IndexedTables.of(this::read, writer, index, state, state, () -> now).with(this::sleep);
    AuditSetup setup = new AuditSetup(indexed, inspector, scan, random);
    return new Audit(setup, settings, max);
  }

  /// Each invocation has nine seconds to read.
  private AuditResult inSteps() {
    return new AuditInSteps(each -> of(each, Audit.DIFFERENCES_MAX))
        .run(GENERATION, () -> AuditInSteps.reading(TELL, now.plusSeconds(9)));
  }

  private static List<Long> compared(AuditResult result) {
    return List.of(
        result.count(Count.ITEMS), result.count(Count.GROUPS), result.count(Count.ENTRIES));
  }

  private Map<Map<String, AttributeValue>, Map<String, AttributeValue>> read(
      Collection<Map<String, AttributeValue>> keys) {
    var items = table.read(keys);
    if (keys.contains(key("ann"))) {
      afterAnn.run();
    }
    return items;
  }

  private void sleep(Duration duration) {
    slept.add(duration);
    now = now.plus(duration);
    meanwhile.run();
  }

  @Test
  void anAuditOfSeveralInvocationsIsOverOnceItsResultIsTaken() {
    CheckpointItems kept = new CheckpointItems(state, () -> now);
    Audit whole = of(TELL, Audit.DIFFERENCES_MAX);
    Consumer<AuditResult> down =
        _ -> {
          throw new IllegalStateException("down");
        };
    assertThrows(IllegalStateException.class, () -> whole.next(GENERATION, kept, "t", down));
    List<AuditResult> taken = new ArrayList<>();
    AuditResult result = whole.next(GENERATION, kept, "t", taken::add);
    assertEquals(List.of(result), taken);
    assertEquals(result, whole.next(GENERATION, kept, "t", down));
    Audit other = of(REPAIR, Audit.DIFFERENCES_MAX);
    assertThrows(AuditException.class, () -> other.next(GENERATION, kept, "t", down));
    Audit late = of(new AuditSettings(1, 0, 1, false, Duration.ZERO, now), 1);
    assertFalse(late.next(GENERATION, kept, "u", down).isOver(), "it has measured the groups");
    assertThrows(AuditException.class, () -> late.next(GENERATION, kept, "u", down), "no progress");
  }

  @Test
  void aCorrectIndexNeedsNoSecondLook() {
    AuditResult result = audit(TELL);
    assertEquals(List.of(3L, 1L, 3L), compared(result));
    assertTrue(result.isClean());
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
        Map.of(Count.MISSING, 1L, Count.GHOST, 1L, Count.MISPLACED, 1L), result.differences());
    assertFalse(result.isClean());
    KeyHashes hashes = SampleHashes.ofThisProcess();
    assertTrue(result.json(false, hashes).toString().contains(hashes.of(key("ann"))));
    assertFalse(result.json(false, hashes).toString().contains("ann"));
    assertTrue(result.json(true, hashes).toString().contains("{PK={S=ann}}"));
    assertTrue(result.json(false, hashes).toString().contains("missing=1, ghost=1, misplaced=1"));
  }

  @Test
  void theSecondLookComesAfterFiveSecondsAndAfterTwiceTheLag() {
    index.plant(SHIRT, entry("ann"), false);
    audit(TELL);
    audit(new AuditSettings(1, 0, 1, false, Duration.ofSeconds(9), Instant.MAX));
    assertEquals(List.of(Duration.ofMillis(5_001), Duration.ofMillis(18_001)), slept);
    Writers writers = Writers.of(state);
    writers.note(new WriterNote("w", "arn:stream", Set.of(), now, 3_600_000));
    assertEquals(Duration.ofMinutes(10), AuditSettings.lag(writers, "arn:stream", now));
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
    AuditResult result = audit(REPAIR);
    assertEquals(0, result.different());
    assertEquals(1, result.count(Count.UNSETTLED));
    assertEquals(4, slept.size());
    assertTrue(result.isClean() && !result.provesAll());
  }

  @Test
  void reportsMoreCandidatesThanItKeepsAndTheNextAuditGoesOn() {
    List.of("a", "b", "c").forEach(name -> index.plant(SHIRT, entry(name), true));
    AuditResult result = audit(REPAIR, 2);
    assertTrue(result.count(Count.LEFT) > 0 && !result.isClean());
    assertEquals(Map.of(Count.GHOST, 2L), result.differences());
    assertEquals(Map.of(Count.GHOST, 1L), audit(REPAIR, 2).differences());
    assertTrue(audit(TELL).isClean());
  }

  @Test
  void endsEarlyAndReportsItIfTheTimeIsOver() {
    index.plant(SHIRT, entry("ann"), false);
    AuditResult result =
        audit(new AuditSettings(1, 0, 1, true, Duration.ZERO, now.plusSeconds(15)));
    assertFalse(result.isOver() || result.isClean());
    assertEquals(0, result.different());
    assertEquals(
        1, audit(new AuditSettings(1, 0, 1, true, Duration.ZERO, now.plusSeconds(60))).different());
  }

  @Test
  void whatIsNotLookedAtInTimeIsLeft() {
    index.plant(SHIRT, entry("ghost"), true);
    meanwhile =
        () -> {
          write("ghost", slept.size(), entry("ghost"));
          now = now.plusSeconds(10);
        };
    AuditResult result =
        audit(new AuditSettings(1, 0, 1, true, Duration.ZERO, now.plusSeconds(21)));
    assertEquals(2, slept.size(), "there is no time for a third look");
    assertEquals(1, result.count(Count.LEFT));
    assertFalse(result.isClean());
  }

  @Test
  void countsUnreadableEntries() {
    byte[] noText = {(byte) 0xff};
    index.plant(SHIRT, new Entry(new Cell("1.1"), new Position(1, Bytes.of(noText))), true);
    AuditResult result = audit(REPAIR);
    assertEquals(2, result.count(Count.UNREADABLE), "in the whole, and in its cell");
    assertFalse(result.isClean());
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
    assertEquals(1, result.count(Count.UNLISTED));
    assertEquals(1, result.drift());
    assertFalse(result.isClean() || result.provesAll());
    assertEquals(1, inSteps().count(Count.UNLISTED));
  }

  private final List<GroupRef> read = new ArrayList<>();

  /// Notes each reading of a group's entries.
  private class Noted extends ForwardingInspector {
    Noted() {
      super(AuditTest.this.index);
    }

    @Override
    public EntriesPart entries(GroupRef group, Cell set, Bytes from) {
      read.add(group);
      return super.entries(group, set, from);
    }
  }

  /// The scan of a store may list a group twice.
  @Test
  void aGroupThatIsListedTwiceIsComparedOnce() {
    inspector =
        new Noted() {
          @Override
          public void groups(String generation, Consumer<List<GroupRef>> chunk) {
            chunk.accept(List.of(SHIRT, SHIRT));
            chunk.accept(List.of(SHIRT));
          }
        };
    index.plant(SHIRT, entry("ghost"), true);
    assertEquals(List.of(3L, 1L, 4L), compared(audit(TELL)));
    assertEquals(1 + inspector.sets(GENERATION.definition().cells()).size(), read.size());
  }

  @Test
  void aGroupThatIsEmptiedMeanwhileIsNotMissed() {
    afterWalks(() -> {}, () -> List.of("ann", "bob", "rita").forEach(this::delete));
    AuditResult result = audit(REPAIR);
    assertEquals(0, result.count(Count.UNLISTED));
    assertTrue(result.isClean());
    assertEquals(0, result.count(Count.GROUPS), "it has no entries");
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
  void anIndexThatIsLostMeanwhileIsNoDifference() {
    index.plant(SHIRT, entry("ann"), false);
    meanwhile = index::flush;
    assertThrows(IndexException.NotReady.class, () -> audit(REPAIR));
  }

  /// A rebuild has replaced it, and dropped its data.
  @Test
  void anIndexThatIsDroppedMeanwhileHasNoUnlistedGroups() {
    afterWalks(() -> {}, index::flush);
    assertThrows(AuditException.class, () -> audit(TELL));
  }

  @Test
  void settingsOutOfBoundsAreRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new AuditSettings(0, 0, 1, false, Duration.ZERO, Instant.MAX));
    assertThrows(
        IllegalArgumentException.class,
        () -> new AuditSettings(1, 0, 65, false, Duration.ZERO, Instant.MAX));
    AuditSettings half = new AuditSettings(0.5, 0, 1, true, Duration.ZERO, Instant.MAX);
    assertEquals("g1, sample 0.5, draws 0, repair true", half.of(GENERATION));
  }

  /// A group at rest is not read: neither its entries nor its items by key.
  @Test
  void onlyGroupsWhoseSizesDoNotFitAreRead() {
    GroupRef cap = new GroupRef("g1", "comments", new Group("CAP"));
    inspector = new Noted();
    audit(TELL);
    assertEquals(List.of(), read);
    index.plant(cap, entry("ghost"), true);
    assertEquals(Map.of(Count.GHOST, 1L), audit(TELL).differences());
    assertFalse(read.contains(SHIRT));
    index.plant(SHIRT, new Entry(new Cell("1.1"), entry("rita").position()), true);
    assertEquals(Map.of(Count.GHOST, 2L), audit(TELL).differences(), "cells that do not add up");
  }

  /// Runs something after a walk through the groups: before the items are read, and after that.
  private void afterWalks(Runnable first, Runnable second) {
    List<Runnable> all = new ArrayList<>(List.of(first, second));
    inspector =
        new ForwardingInspector(index) {
          @Override
          public void groups(String generation, Consumer<List<GroupRef>> chunk) {
            if (all.size() == 1) {
              all.removeFirst().run();
            }
            super.groups(generation, chunk);
            if (all.size() == 2) {
              all.removeFirst().run();
            }
          }
        };
  }

  private void delete(String name) {
    table.byKey().remove(key(name));
    write(name, 1, null);
  }

  /// bob's comment is deleted after it has confirmed its entry, so that its entry and the ghost's
  /// look like two for two. But there were three before.
  @Test
  void aGroupThatHasShrunkMeanwhileIsRead() {
    index.plant(SHIRT, entry("ghost"), true);
    afterWalks(() -> {}, () -> delete("bob"));
    assertEquals(Map.of(Count.GHOST, 1L), audit(TELL).differences());
  }

  @Test
  void aGroupThatShrinksBetweenInvocationsIsReadToo() {
    index.plant(SHIRT, entry("ghost"), true);
    afterWalks(
        () -> {},
        () -> {
          delete("bob");
          now = now.plusSeconds(100);
        });
    assertEquals(Map.of(Count.GHOST, 1L), inSteps().differences());
  }

  @Test
  void theFirstLookReadsTheFencesBeforeTheItem() {
    index.plant(SHIRT, entry("ann"), false);
    afterAnn = () -> delete("ann");
    assertEquals(0, audit(TELL).different());
  }

  /// rita's comment is rated anew when the second look looks into the cell.
  @Test
  void theSecondLookReadsTheFencesLast() {
    Map<String, AttributeValue> anew = new HashMap<>(TableModel.comment("rita", "SHIRT", 1));
    anew.put("rating", fromN("1"));
    index.plant(SHIRT, entry(anew), true);
    inspector =
        new ForwardingInspector(index) {
          @Override
          public EntriesPart entries(GroupRef group, Cell set, Bytes from) {
            if (!slept.isEmpty()) {
              table.byKey().put(key("rita"), anew);
              write("rita", 1, entry(anew));
            }
            return super.entries(group, set, from);
          }
        };
    assertEquals(0, audit(TELL).different());
  }

  /// There are four entries before and after, and four are confirmed. But ann's is missing.
  @Test
  void aGroupThatLacksAnEntryIsRead() {
    index.plant(SHIRT, entry("ghost"), true);
    afterWalks(
        () -> {
          index.plant(SHIRT, entry("ann"), false);
          List.of("zed", "zoe").forEach(this::comment);
        },
        () -> delete("bob"));
    assertEquals(Map.of(Count.GHOST, 1L, Count.MISSING, 1L), audit(TELL).differences());
  }

  /// The size is right only because a count is wrong, which a writer corrects.
  @Test
  void aGroupWithWrongCountsIsRead() {
    index.plant(SHIRT, entry("ghost"), true);
    inspector =
        new ForwardingInspector(index) {
          @Override
          public List<GroupSize> sizes(List<GroupRef> groups, Collection<Cell> cells) {
            return groups.stream().map(group -> new GroupSize(group, 3, 3)).toList();
          }

          @Override
          public Optional<KeptCounts> keptCounts() {
            return Optional.of(new AuditDrawsTest.Wrong(slept.isEmpty() ? 1 : 0));
          }
        };
    AuditResult result = audit(TELL);
    assertEquals(Map.of(Count.GHOST, 1L), result.differences());
    assertEquals(0, result.count(Count.MISCOUNTED), "at the second look");
  }

  @Test
  void onlyMarksOfBeforeAreCleared() {
    state.register(GENERATION);
    state.serve("comments", "g1");
    mark(Inexact.Cause.GIVEN_UP_RECORDS);
    mark(Inexact.Cause.UNREADABLE_RECORD);
    mark(Inexact.Cause.STREAM_OFF);
    Generation marked = state.serving("comments").orElseThrow();
    of(TELL, 1).run(marked);
    of(new AuditSettings(0.999, 0, 1, true, Duration.ZERO, Instant.MAX), 1).run(marked);
    assertEquals(marked, state.serving("comments").orElseThrow());
    index.plant(SHIRT, entry("ann"), false);
    meanwhile =
        () -> {
          mark(Inexact.Cause.MISSED_RECORDS);
          mark(Inexact.Cause.GIVEN_UP_RECORDS);
        };
    of(REPAIR, Audit.DIFFERENCES_MAX).run(marked);
    Set<Inexact> marks = state.serving("comments").orElseThrow().inexact();
    assertEquals(
        Set.of("MISSED_RECORDS", "GIVEN_UP_RECORDS", "STREAM_OFF"),
        marks.stream().map(mark -> mark.cause().name()).collect(Collectors.toSet()));
  }

  private void mark(Inexact.Cause cause) {
    state.mark("comments", "g1", new Inexact(cause, now, now));
  }

  /// An audit that tells writes nothing, and one of a part does not know which fences are old.
  @Test
  void onlyARepairOfAllRemovesFencesWhileThereIsTime() {
    List<Boolean> hadTime = new ArrayList<>();
    Instant until = now.plusSeconds(60);
    writer =
        new ForwardingWriter(index) {
          @Override
          public Sweep sweep(String generation, String position, BooleanSupplier hasTime) {
            hadTime.add(hasTime.getAsBoolean());
            now = until;
            hadTime.add(hasTime.getAsBoolean());
            return super.sweep(generation, position, hasTime);
          }
        };
    audit(TELL);
    audit(new AuditSettings(0.999, 0, 1, true, Duration.ZERO, until));
    audit(new AuditSettings(1, 0, 1, true, Duration.ZERO, now.plusSeconds(15)));
    assertEquals(List.of(), hadTime);
    audit(new AuditSettings(1, 0, 1, true, Duration.ZERO, until));
    assertEquals(List.of(true, false), hadTime);
  }

  @Test
  void whatIsNotRepairedIsOpen() {
    index.plant(SHIRT, entry("ghost"), true);
    for (WriteResult result :
        List.of(
            new WriteResult.Expired(),
            new WriteResult.Failed(new IndexException.Unavailable("down", null)))) {
      writer = new ForwardingWriter(index, groups -> Collections.nCopies(groups.size(), result));
      assertEquals(1, audit(REPAIR).count(Count.OPEN), result.toString());
    }
    writer = index;
    Instant until = now.plusSeconds(60);
    meanwhile = () -> now = until;
    AuditResult late = audit(new AuditSettings(1, 0, 1, true, Duration.ZERO, until));
    assertEquals(1, late.count(Count.OPEN), "there was no time to repair it");
  }

  @Test
  void anItemThatCannotBeIndexedIsQuarantined() {
    Map<String, AttributeValue> poison = new HashMap<>(TableModel.comment("ghost", "SHIRT", 1));
    poison.put("SK", fromS("yesterday"));
    table.byKey().put(key("ghost"), poison);
    index.plant(SHIRT, entry("ghost"), true);
    assertEquals(1, audit(REPAIR).count(Count.QUARANTINED));
    assertEquals(1, state.count("comments", 10));
  }

  @Test
  void withoutTimeForASecondLookACandidateIsLeft() {
    index.plant(SHIRT, entry("ann"), false);
    afterWalks(() -> {}, () -> now = now.plusSeconds(60));
    AuditResult result =
        audit(new AuditSettings(1, 0, 1, false, Duration.ZERO, now.plusSeconds(61)));
    assertEquals(1, result.count(Count.LEFT));
    assertEquals(List.of(), slept);
  }

  @Test
  void itReadsWhileThereIsTimeForASecondLookAndRepairs() {
    for (int millis : List.of(20_001, 20_002)) {
      AuditSettings settings =
          new AuditSettings(1, 0, 1, false, Duration.ZERO, now.plusMillis(millis));
      assertEquals(millis > 20_001, audit(settings).isOver(), millis + " ms");
    }
  }

  @Test
  void wrongCountsAreCountedOnceAndCorrected() {
    List<GroupRef> corrected = new ArrayList<>();
    inspector =
        new ForwardingInspector(index) {
          @Override
          public Optional<KeptCounts> keptCounts() {
            return Optional.of(
                new KeptCounts() {
                  @Override
                  public long wrong(GroupRef group) {
                    return 1;
                  }

                  @Override
                  public long correct(GroupRef group) {
                    corrected.add(group);
                    return 1;
                  }
                });
          }
        };
    AuditResult told = audit(TELL);
    assertEquals(1, told.count(Count.MISCOUNTED));
    assertEquals(1, told.drift());
    assertFalse(told.isClean());
    assertEquals(1, slept.size());
    assertTrue(audit(REPAIR).isClean());
    assertEquals(List.of(SHIRT), corrected);
    index.plant(SHIRT, entry("ghost"), true);
    index.plant(SHIRT, new Entry(new Cell("1.1"), entry("rita").position()), true);
    meanwhile = () -> write("ghost", slept.size(), entry("ghost"));
    assertEquals(1, audit(TELL).count(Count.MISCOUNTED), "though it looks four times");
  }

  /// CAP takes two invocations for each set, and SHIRT is not listed.
  @Test
  void whatSeveralInvocationsSeeIsCountedOnce() {
    GroupRef cap = new GroupRef("g1", "comments", new Group("CAP"));
    index.plant(cap, entry("ghost"), true);
    inspector =
        new Noted() {
          @Override
          public void groups(String generation, Consumer<List<GroupRef>> chunk) {
            chunk.accept(List.of(cap));
          }

          @Override
          public Optional<KeptCounts> keptCounts() {
            return Optional.of(new AuditDrawsTest.Wrong(1));
          }

          @Override
          public EntriesPart entries(GroupRef group, Cell set, Bytes from) {
            now = now.plusSeconds(10);
            return from.equals(Place.FIRST)
                ? new EntriesPart(List.of(), Place.of(entry("ghost").position()))
                : super.entries(group, set, from);
          }
        };
    AuditInSteps steps = new AuditInSteps(each -> of(each, Audit.DIFFERENCES_MAX));
    AuditResult result =
        steps.run(GENERATION, () -> AuditInSteps.reading(TELL, now.plusSeconds(9)));
    int sets = inspector.sets(GENERATION.definition().cells()).size();
    assertEquals(2 * sets, steps.invocations());
    assertEquals(List.of(3L, 1L, 1L), compared(result));
    assertEquals(1, result.count(Count.UNLISTED));
    assertEquals(1, result.count(Count.MISCOUNTED));
  }

  /// A sample has at least 16 segments.
  @Test
  void aSampleIsOfTheSameRandomSegmentsInAllInvocations() {
    Set<Integer> read = new HashSet<>();
    scan =
        (segment, _, _) -> {
          now = now.plusSeconds(4);
          read.add(segment);
          return new TableScan.Page(List.of(), Map.of());
        };
    AuditSettings half = new AuditSettings(0.5, 0, 1, false, Duration.ZERO, Instant.MAX);
    new AuditInSteps(each -> of(each, 1))
        .run(GENERATION, () -> AuditInSteps.reading(half, now.plusSeconds(9)));
    assertEquals(16, read.size());
    assertTrue(Collections.max(read) > 15, "not the first half of 32: " + read);
  }

  /// Which call finds out that the tree of SHIRT lacks a node.
  enum Tearing {
    FIRST_SIZES,
    LATER_SIZES,
    ENTRIES,
    FIRST_LOOK,
    SECOND_LOOK
  }

  @ParameterizedTest
  @EnumSource
  void aTornGroupIsToldAndMarkedAndTheOthersAreCompared(Tearing tearing) {
    state.register(GENERATION);
    state.serve("comments", "g1");
    index.plant(new GroupRef("g1", "comments", new Group("CAP")), entry("ghost"), true);
    index.plant(SHIRT, entry("ann"), false);
    IndexException.Torn torn = new IndexException.Torn(SHIRT, "its tree lacks a node");
    inspector =
        new ForwardingInspector(index) {
          private boolean sized;

          @Override
          public List<GroupSize> sizes(List<GroupRef> groups, Collection<Cell> cells) {
            if (tearing == (sized ? Tearing.LATER_SIZES : Tearing.FIRST_SIZES)
                && groups.contains(SHIRT)) {
              throw torn;
            }
            sized = true;
            return super.sizes(groups, cells);
          }

          @Override
          public EntriesPart entries(GroupRef group, Cell set, Bytes from) {
            if (tearing == Tearing.ENTRIES && group.equals(SHIRT)) {
              throw torn;
            }
            return super.entries(group, set, from);
          }
        };
    writer =
        new ForwardingWriter(index) {
          @Override
          public List<LookResult> look(List<GroupLook> looks) {
            boolean tears = tearing == (slept.isEmpty() ? Tearing.FIRST_LOOK : Tearing.SECOND_LOOK);
            List<LookResult> results = new ArrayList<>(super.look(looks));
            for (int i = 0; tears && i < looks.size(); i++) {
              if (looks.get(i).group().equals(SHIRT)) {
                results.set(i, new LookResult.Failed(torn));
              }
            }
            return results;
          }
        };
    AuditResult result = audit(TELL);
    assertEquals(Set.of("SHIRT"), result.torn().keySet());
    assertEquals(Map.of(Count.GHOST, 1L), result.differences());
    assertTrue(result.isOver() && result.drift() == 2, result::toString);
    assertTrue(state.serving("comments").orElseThrow().isTorn());
  }
}
