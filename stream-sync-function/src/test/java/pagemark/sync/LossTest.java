package pagemark.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.index.Fence;
import pagemark.index.ForwardingWriter;
import pagemark.index.GroupRef;
import pagemark.index.IndexException;
import pagemark.index.PageIndexWriter;
import pagemark.index.Sequence;
import pagemark.index.Witness;
import pagemark.index.Witnesses;
import pagemark.index.WriteResult;
import pagemark.repair.IndexedTable;
import pagemark.state.Generation;
import pagemark.state.Inexact;
import pagemark.sync.BatchOutcome.Unapplied;
import software.amazon.awssdk.core.exception.SdkClientException;

/// An index comes back with less data, and the next write notices it.
final class LossTest extends LossScenario {
  /// The record's number may be higher than that of a newer record from a later shard.
  @Test
  void aRecordThatIsReadAgainChangesNothingThatIsNewer() {
    Runnable restored = index.saved();
    DynamodbStreamRecord put = table.comment("a", "SHIRT");
    put.getDynamodb().setSequenceNumber("2000");
    sync(put);
    restored.run();
    DynamodbStreamRecord removal = table.remove("a");
    removal.getDynamodb().setSequenceNumber("1801");
    sync(removal);
    put.setEventSource(StreamedTable.REPLAY);
    assertEquals(null, sync(put).unapplied());
    Generation generation = fixture.generations().getFirst();
    assertEquals(List.of(), new IndexCheck(index).dump(generation, "SHIRT").all());
  }

  /// The second reading of the stream would destroy the evidence.
  @Test
  void aLossThatAWriteNoticesReachesBackAsFarAsTheNotesShow() {
    sync(table.comment("whole", "PEN"));
    pass(Duration.ofMinutes(2));
    Runnable restored = index.saved();
    Instant first = now;
    sync(table.comment("a", "SHIRT"));
    sync(fixture.consumer(indexed()), List.of(table.comment("b", "CAP")));
    for (int i = 0; i < 4; i++) {
      pass(Duration.ofMinutes(10));
      sync(table.comment("c" + i, "SHIRT"));
    }
    restored.run();
    sync(table.comment("d", "SHIRT"));
    assertEquals(lost(first), marks());
  }

  /// The store may be a copy of last week.
  @Test
  void aLossThatReachesBackBeforeAllNotesNeedsARebuild() {
    sync(table.comment("a", "SHIRT"));
    Runnable restored = index.saved();
    pass(Duration.ofDays(3));
    sync(table.comment("a", "SHIRT"));
    sync(table.comment("b", "CAP"));
    restored.run();
    sync(table.comment("c", "SHIRT"), table.comment("d", "CAP"));
    assertEquals(lost(now.minus(Duration.ofHours(24))), marks());
  }

  @Test
  void theNextWriteMarksTheGenerationBeforeItsBatchIsAcknowledged() {
    sync(table.comment("a", "SHIRT"));
    pass(Duration.ofMinutes(3));
    Runnable restored = index.saved();
    pass(Duration.ofMinutes(3));
    sync(table.comment("b", "SHIRT"));
    pass(Duration.ofMinutes(3));
    restored.run();
    BatchOutcome outcome = sync(table.comment("c", "SHIRT"));
    String id = fixture.generations().getFirst().id();
    Instant since = BEGIN.plusSeconds(360);
    assertEquals(List.of(new BatchOutcome.Loss("comments", id, since)), outcome.losses());
    assertEquals(null, outcome.unapplied());
    assertEquals(lost(since), marks());
    sync(table.comment("d", "SHIRT"));
    assertEquals(lost(since), marks(), "once");
  }

  @Test
  void aBatchIsNotAcknowledgedIfTheLossCannotBeNoted() {
    sync(table.comment("a", "SHIRT"));
    pass(Duration.ofSeconds(20));
    Runnable restored = index.saved();
    sync(table.comment("b", "SHIRT"));
    restored.run();
    down = true;
    BatchOutcome outcome = sync(table.comment("c", "SHIRT"));
    assertEquals(new Unapplied(0, "witnesses: state table is down"), outcome.unapplied());
    assertEquals(Set.of(), marks());
    down = false;
    assertEquals(1, sync(table.comment("d", "SHIRT")).losses().size(), "it is not forgotten");
  }

  @Test
  void notesUncheckedWitnessesEachMinute() {
    sync(table.comment("a", "SHIRT"));
    assertEquals(1, notes().size(), "at once where the last note is old");
    pass(Duration.ofSeconds(20));
    Instant oldest = now;
    sync(table.comment("b", "SHIRT"));
    pass(Duration.ofSeconds(39));
    sync(table.comment("c", "MUG"));
    assertEquals(1, notes().size());
    pass(Duration.ofSeconds(1));
    down = true;
    assertThrows(SdkClientException.class, () -> consumer.note(Optional.of(now)));
    down = false;
    consumer.note(Optional.of(now));
    assertEquals(2, notes().size());
    assertEquals(oldest, notes().getFirst().since());
    assertEquals(2, notes().getFirst().witnesses().size());
    pass(Duration.ofMinutes(5));
    consumer.note(Optional.of(now));
    assertEquals(2, notes().size(), "nothing new");
  }

  @Test
  void notesManyUncheckedWitnessesAtOnce() {
    IndexedTable indexed = indexed();
    StreamSync busy = fixture.consumer(indexed);
    sync(busy, List.of(table.comment("a", "SHIRT")));
    Witnesses witnesses = indexed.index().witnesses().orElseThrow();
    pass(Duration.ofSeconds(1));
    int before = notes().size();
    for (int slot = 100; slot < 100 + LossWatch.UNNOTED_MAX; slot++) {
      witnesses.acknowledged(slot, witness(now));
    }
    busy.note(Optional.of(now));
    assertEquals(before, notes().size());
    witnesses.acknowledged(99, witness(now));
    busy.note(Optional.of(now));
    assertEquals(before + 1, notes().size());
    assertTrue(notes().getFirst().witnesses().size() < 10, "one of each range");
    for (int slot = 0; slot < 99; slot++) {
      witnesses.acknowledged(slot, witness(now));
    }
    busy.note(Optional.of(now));
    assertEquals(before + 1, notes().size(), "most have waited before");
    pass(LossWatch.NOTED_EVERY);
    witnesses.acknowledged(99, witness(now));
    busy.note(Optional.of(now));
    assertEquals(List.of(), witnesses.unnoted(), "a minute is too long for all");
  }

  /// It is killed after its write. The next batch of the process is of another shard.
  @Test
  void aBatchThatWasCutOffIsInTheNextNote() {
    UnaryOperator<PageIndexWriter> killed =
        real ->
            new ForwardingWriter(
                real,
                writes -> {
                  real.write(writes);
                  throw new IllegalStateException("cut off");
                });
    StreamSync cut = fixture.consumer(fixture.indexed(killed));
    Instant oldest = now;
    List<DynamodbStreamRecord> batch = List.of(table.comment("a", "SHIRT"));
    pass(Duration.ofMinutes(1));
    assertThrows(IllegalStateException.class, () -> sync(cut, batch));
    cut.note(Optional.empty());
    assertEquals(oldest, notes().getFirst().since());
  }

  @Test
  void aTornTreeIsMarkedByItsFirstBatchAlone() {
    WriteResult failed =
        new WriteResult.Failed(new IndexException.Torn(witness(now).group(), "it lacks a node"));
    StreamSync torn =
        fixture.consumer(fixture.indexed(real -> new ForwardingWriter(real, _ -> List.of(failed))));
    List<DynamodbStreamRecord> batch = List.of(table.comment("a", "SHIRT"));
    sync(torn, batch);
    Set<Inexact> marked = Set.of(new Inexact(Inexact.Cause.TORN_TREE, now, now));
    assertEquals(marked, marks());
    pass(Duration.ofMinutes(1));
    sync(torn, batch);
    assertEquals(marked, marks());
  }

  @Test
  void anUnreadableRecordIsMarkedOnceAMinute() {
    DynamodbStreamRecord lacking = table.comment("a", "SHIRT");
    lacking.getDynamodb().setNewImage(null);
    Instant created = now;
    for (int seconds : List.of(0, 30, 60)) {
      now = created.plusSeconds(seconds);
      sync(lacking);
      Instant noticed = created.plusSeconds(seconds / 60 * 60L);
      assertEquals(Set.of(new Inexact(Inexact.Cause.UNREADABLE_RECORD, created, noticed)), marks());
    }
  }

  /// The store's clock is ahead of the writer's, by the margin. There is no time to read the notes
  /// of others.
  @Test
  void aLossReachesBackToTheOldestRecordOfItsNoteAlthoughTheClocksDiffer() {
    IndexedTable indexed = indexed();
    LossWatch watch = new LossWatch(indexed, fixture.followed(indexed), () -> "note");
    Witnesses witnesses = indexed.index().witnesses().orElseThrow();
    Witness gone = witness(now.plus(indexed.freshness().margin()));
    Instant oldest = now.minusSeconds(30);
    watch.writing(oldest);
    witnesses.acknowledged(1, gone);
    assertEquals(List.of(), watch.settle(() -> true));
    pass(Duration.ofMinutes(5));
    watch.writing(now);
    witnesses.missed(1, gone);
    assertEquals(
        List.of(oldest), watch.settle(() -> false).stream().map(BatchOutcome.Loss::since).toList());
    assertEquals(lost(oldest), marks());
  }

  /// @param at when the store acknowledged it
  private Witness witness(Instant at) {
    GroupRef group = IndexCheck.ref(fixture.generations().getFirst(), "SHIRT");
    return new Witness(group, Bytes.utf8("a"), new Fence(new Sequence("1"), null), null, at);
  }
}
