package pagemark.rebuild;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.entry.Bytes;
import pagemark.entry.Group;
import pagemark.index.ForwardingWriter;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.Op;
import pagemark.index.Sequence;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Indexable.Indexed;
import pagemark.state.Generation;
import pagemark.state.Inexact;
import pagemark.state.RebuildHeldException;
import pagemark.state.rebuild.SegmentProgress;
import pagemark.state.writer.WriterNote;
import pagemark.sync.FlakyWriter;
import pagemark.sync.RandomTable;
import pagemark.sync.TableModel;
import pagemark.table.TableScan;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

final class RebuildTest {
  private static final Map<String, AttributeValue> POISON =
      Map.of("PK", fromS("rita"), "PK2", fromS("A"), "SK", fromS("yesterday"));

  private final RebuildWorld world = new RebuildWorld();

  /// The slots still have their markers, so only the rows show the loss.
  @Test
  void rowsThatTheStoreLosesBeforeTheyServeBeginTheRebuildAnew() {
    world.put("ab", "1");
    world.put("rita", "2");
    Rebuild rebuild = world.rebuild("a", _ -> world.index.writer());
    rebuild.begin(1, () -> true, RebuildListener.NONE);
    Runnable restored = world.index.saved();
    assertEquals(StepEnd.DONE, rebuild.segment(0, () -> true, RebuildListener.NONE));
    restored.run();
    assertEquals(StepEnd.LOST, rebuild.finish());
    assertEquals(StepEnd.DONE, rebuild.beginAnew(() -> true, RebuildListener.NONE));
    assertEquals(StepEnd.DONE, rebuild.segment(0, () -> true, RebuildListener.NONE));
    assertEquals(StepEnd.DONE, rebuild.finish());
    world.assertIndexed();
  }

  /// The rows are lost before their position is saved. If it were saved, the next process would go
  /// on behind them.
  @Test
  void aPositionWhoseRowsAreGoneIsNotKept() {
    world.put("rita", "1");
    Runnable[] before = {() -> {}};
    Rebuild rebuild = RebuildWorld.begun(world.watched("a", _ -> before[0].run()));
    before[0] = world.index.saved();
    assertEquals(StepEnd.LOST, rebuild.segment(0, () -> true, RebuildListener.NONE));
    assertEquals(List.of(SegmentProgress.START), rebuild.progress());
  }

  /// By then the page behind it has been read ahead.
  @Test
  void aPageThatBecameTooOldIsReadAgainAndNotSkipped() {
    world.put("ab", "1");
    world.put("rita", "2");
    world.put("zoe", "3");
    int[] waits = {1};
    world.scan =
        (segment, _, after) -> {
          int number = after.isEmpty() ? 0 : Integer.parseInt(requireNonNull(after.get("n")).n());
          if (segment > 0) {
            return new TableScan.Page(List.of(), Map.of());
          }
          if (number == 1 && waits[0]-- > 0) {
            world.now = world.now.plus(Duration.ofMinutes(11));
          }
          return new TableScan.Page(
              List.of(List.copyOf(world.fixture.table.items()).get(number)),
              number == 2 ? Map.of() : Map.of("n", fromN("" + (number + 1))));
        };
    assertEquals(3, RebuildWorld.run(world.rebuild("a")).counts().entries());
    world.assertIndexed();
  }

  /// Its rows are as old as the begin of the read, and others may have changed them since.
  @Test
  void aPageThatTookTooLongToReadIsReadAgain() {
    world.put("ab", "1");
    int[] reads = {0};
    world.scan =
        (segment, _, _) -> {
          if (segment == 0 && reads[0]++ == 0) {
            world.now = world.now.plus(Duration.ofMinutes(11));
          }
          return new TableScan.Page(
              segment == 0 ? List.copyOf(world.fixture.table.items()) : List.of(), Map.of());
        };
    assertEquals(1, RebuildWorld.run(world.rebuild("a")).counts().entries());
    assertEquals(2, reads[0]);
    world.assertIndexed();
  }

  /// A failover has lost the last write, so the fence is that of an older record.
  @Test
  void rowThatDiffersFromTheFenceIsSettledByTheTable() {
    world.put("rita", "1");
    Op olderRecord = op("7", world.fixture.table.items().iterator().next());
    Rebuild rebuild = world.begun("a");
    write(olderRecord);
    world.put("rita", "2");
    RebuildRun.Result result = RebuildWorld.run(rebuild);

    assertEquals(1, result.counts().repaired());
    world.assertIndexed();
  }

  @Test
  void rowThatIsPoisonWhenItIsSettledIsQuarantined() {
    world.put("rita", "1");
    Op olderRecord = op("7", world.fixture.table.items().iterator().next());
    world.put("rita", "2");
    Rebuild rebuild =
        world.rebuild(
            "a",
            index ->
                new ForwardingWriter(
                    index,
                    writes -> {
                      world.fixture.table.put(POISON);
                      return index.write(writes);
                    }));
    rebuild.begin(1, () -> true, RebuildListener.NONE);
    write(olderRecord);
    assertEquals(1, RebuildWorld.run(rebuild).counts().repaired());

    assertEquals(1, world.fixture.state.count("comments", 10));
    world.assertIndexed();
  }

  /// The op of a record of `rita`.
  private static Op op(String sequence, Map<String, AttributeValue> image) {
    Indexed indexed = (Indexed) RebuildWorld.LISTING.definition().indexable(image);
    return new Op(Bytes.utf8("rita"), new Sequence(sequence), indexed.entry(), Set.of());
  }

  /// Writes the op of a record to the generation that is being built.
  private void write(Op op) {
    String id = world.fixture.state.live("comments").getLast().id();
    world.index.write(
        List.of(new GroupWrite(new GroupRef(id, "comments", new Group("A")), List.of(op))));
  }

  @Test
  void waitsForWritersUntilTheyKnowTheGenerationOrAreSilent() {
    Rebuild rebuild = world.rebuild("a");
    Set<String> old = Set.of("g-comments");
    world.fixture.writers.note(new WriterNote("w", TableModel.STREAM, old, world.now, 0));
    world.fixture.writers.note(new WriterNote("other", TableModel.STREAM + "x", old, world.now, 0));
    rebuild.begin(1, () -> true, RebuildListener.NONE);
    assertEquals(1, rebuild.writersBehind());

    String id = world.fixture.state.live("comments").getLast().id();
    world.fixture.writers.note(new WriterNote("w", TableModel.STREAM, Set.of(id), world.now, 0));
    assertEquals(0, rebuild.writersBehind());
    world.fixture.writers.note(new WriterNote("w", TableModel.STREAM, old, world.now, 0));
    Instant before = world.now;
    world.whileWaiting = () -> assertThrows(RebuildHeldException.class, () -> world.begun("b"));
    assertEquals(StepEnd.DONE, rebuild.awaitWriters(() -> true, RebuildListener.NONE));
    assertEquals(300, Duration.between(before, world.now).toSeconds());
    world.whileWaiting =
        () -> world.fixture.writers.note(new WriterNote("w", TableModel.STREAM, old, world.now, 0));
    world.whileWaiting.run();
    assertThrows(
        RebuildException.class, () -> rebuild.awaitWriters(() -> true, RebuildListener.NONE));
  }

  @Test
  void beginsNothingThatAWriterOfAnEarlierVersionWouldNotWrite() {
    int newest = IndexDefinition.KEY_FORMAT;
    world.fixture.writers.note(
        new WriterNote("w", TableModel.STREAM, Set.of(), world.now, world.now, 0, newest - 1));
    String told = assertThrows(RebuildException.class, () -> world.begun("a")).toString();
    assertTrue(told.contains("formats up to " + (newest - 1)), told);
    assertEquals(1, world.fixture.state.live("comments").size());

    world.now = world.now.plusSeconds(301);
    world.begun("a");
    assertEquals(newest, world.fixture.state.live("comments").getLast().definition().keyFormat());
  }

  /// The writer's clock is an hour behind, and the store's is right.
  @Test
  void waitsForAWriterWhoseClockIsWrong() {
    Instant slow = world.now.minusSeconds(3_600);
    int newest = IndexDefinition.KEY_FORMAT;
    world.fixture.writers.note(
        new WriterNote("w", TableModel.STREAM, Set.of("g-comments"), slow, world.now, 0, newest));
    Rebuild rebuild = world.begun("a");
    assertEquals(1, rebuild.writersBehind());
    world.now = world.now.plusSeconds(301);
    assertEquals(0, rebuild.writersBehind());
  }

  /// A call to all slots is many requests, which a serverless cache limits.
  @Test
  void slotsAreMarkedAtTheBeginAndTheEndAndRemovedOnce() {
    world.put("rita", "1");
    List<String> calls = new ArrayList<>();
    world.whileWaiting = () -> calls.add("a wait for readers");
    RebuildWorld.run(world.watched("a", calls::add));
    assertEquals(
        List.of("Markers.building", "Markers.ready", "a wait for readers", "Markers.drop"),
        calls.stream()
            .filter(call -> call.matches("a wait.*|Markers.(building|ready|count|drop)"))
            .toList());
  }

  @Test
  void definitionThatChangedMeanwhileIsBuiltAnew() {
    world.fixture.add("g-older", RandomTable.OLDER);
    world.rebuild("a").begin(1, () -> true, RebuildListener.NONE);
    world.fixture.state.live("comments").stream()
        .filter(g -> g.id().equals("g-older"))
        .forEach(
            g -> {
              throw new AssertionError("an unfinished generation of another definition goes on");
            });
  }

  @Test
  void indexThatCanLoseEntriesInSilenceIsNotBuilt() {
    world.put("rita", "1");
    world.index.endanger("keys are evicted: set maxmemory-policy to noeviction");
    Generation before = world.serving();
    var refused = assertThrows(RebuildException.class, () -> RebuildWorld.run(world.rebuild("a")));
    assertEquals(
        "the index is not built: keys are evicted: set maxmemory-policy to noeviction",
        refused.getMessage());
    assertEquals(List.of(before), world.fixture.state.live("comments"));

    world.index.endanger();
    assertEquals(true, RebuildWorld.run(world.rebuild("b")).done(), "without waiting for a lease");
  }

  @Test
  void stopsIfTheIndexStaysDownAndTheNextRunGoesOn() {
    world.put("rita", "1");
    Rebuild first = world.rebuild("a", index -> new FlakyWriter(index, _ -> true));
    var stopped = assertThrows(RebuildException.class, () -> RebuildWorld.run(first));
    assertEquals("the index cannot be written: connection reset", stopped.getMessage());
    String begun = world.fixture.state.live("comments").getLast().id();

    RebuildWorld.run(world.rebuild("b"));
    assertEquals(begun, world.serving().id());
    world.assertIndexed();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "b"})
  void theRoundsOfAStoreThatLosesPartsAreThoseOfOneOwner(String next) {
    Rebuild first = world.begun("a");
    for (int round = 2; round <= RebuildSettings.ROUNDS_MAX; round++) {
      assertEquals(StepEnd.DONE, first.beginAnew(() -> true, RebuildListener.NONE));
    }
    Inexact missed = new Inexact(Inexact.Cause.MISSED_RECORDS, world.now, world.now);
    world.fixture.state.mark("comments", first.generation(), missed);
    first.release();
    Rebuild second = world.begun(next);
    if (next.equals("b")) {
      assertEquals(StepEnd.DONE, second.beginAnew(() -> true, RebuildListener.NONE));
    } else {
      assertThrows(
          RebuildException.class, () -> second.beginAnew(() -> true, RebuildListener.NONE));
      assertNotEquals(second.generation(), world.begun(next).generation(), "its plan has ended");
    }
  }
}
