package pagemark.sync;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static pagemark.listing.Definitions.COMMENTS;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pagemark.index.ForwardingWriter;
import pagemark.index.GroupLook;
import pagemark.index.GroupRef;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexException;
import pagemark.index.IndexSettings;
import pagemark.index.LookResult;
import pagemark.index.PageIndexWriter;
import pagemark.key.Group;
import pagemark.listing.json.Listings;
import pagemark.repair.WitnessCheck;
import pagemark.state.Generation;
import pagemark.state.Inexact;
import pagemark.state.writer.WitnessNote;
import pagemark.state.writer.WitnessNotes;
import pagemark.state.writer.WriterNote;
import pagemark.state.writer.Writers;
import pagemark.sync.BatchOutcome.Unapplied;
import software.amazon.awssdk.core.exception.SdkClientException;

/// An index comes back with less data. The next write notices it, or the check of the notes does.
final class LossTest {
  private static final Listings LISTINGS =
      Listings.parse(COMMENTS, Map.of("TABLE_NAME", TableModel.NAME));
  private static final Instant BEGIN = Instant.parse("2026-11-21T00:00:00Z");

  private Instant now = BEGIN;
  private final InstantSource clock = () -> now;
  private final InMemoryIndex index = new InMemoryIndex(clock, IndexSettings.DEFAULT);
  private final SyncFixture fixture = new SyncFixture(index, LISTINGS, TableModel.STREAM, clock);
  private final TableModel table = new TableModel(clock);
  private final StreamSyncHandler handler = new StreamSyncHandler(setup());
  private boolean down;

  LossTest() {
    fixture.table = table;
  }

  private SyncSetup setup() {
    return fixture.setup(writer -> writer).with(new SometimesDown());
  }

  private final class SometimesDown implements Writers {
    @Override
    public void note(WriterNote note) {
      fixture.writers.note(note);
    }

    @Override
    public List<WriterNote> list(String stream, Instant since) {
      return fixture.writers.list(stream, since);
    }

    @Override
    public WitnessNotes witnesses() {
      if (down) {
        throw SdkClientException.create("state table is down");
      }
      return fixture.writers.witnesses();
    }
  }

  /// Some groups of the store cannot be reached.
  private static final class Unread extends ForwardingWriter {
    private final Set<String> groups;

    Unread(PageIndexWriter index, Set<String> groups) {
      super(index);
      this.groups = groups;
    }

    @Override
    public List<LookResult> look(List<GroupLook> looks) {
      return looks.stream().map(this::look).toList();
    }

    private LookResult look(GroupLook look) {
      String group = look.group().group().text();
      return groups.contains(group)
          ? new LookResult.Failed(new IndexException.Unavailable(group + " is down", null))
          : writer.look(List.of(look)).getFirst();
    }
  }

  private DynamodbStreamRecord put(String key, String group) {
    return table.put(
        Map.of("PK", fromS(key), "PK2", fromS(group), "SK", fromS("2024-05-01 00:00")));
  }

  private BatchOutcome sync(StreamSyncHandler by, List<DynamodbStreamRecord> batch) {
    return by.sync(TableModel.event(batch), () -> 60_000);
  }

  private BatchOutcome sync(DynamodbStreamRecord... batch) {
    return sync(handler, List.of(batch));
  }

  private void pass(Duration time) {
    now = now.plus(time);
  }

  private Set<Inexact> marks() {
    return fixture.state.live("comments").getFirst().inexact();
  }

  private Set<Inexact> lost(Instant since) {
    return Set.of(new Inexact(Inexact.Cause.LOST_WRITES, since, now));
  }

  private List<WitnessNote> notes() {
    return fixture
        .writers
        .witnesses()
        .notes("comments", fixture.generations().getFirst().id(), BEGIN, now)
        .toList();
  }

  private Optional<Inexact> check() {
    return check(60);
  }

  /// @param calls how many calls there is time for
  private Optional<Inexact> check(int calls) {
    WitnessCheck.Result result = check(index.writer(), calls);
    assertEquals(calls == 1 ? "no time is left" : null, result.unchecked());
    return Optional.ofNullable(result.mark());
  }

  private WitnessCheck.Result check(PageIndexWriter store, int calls) {
    int[] left = {calls};
    return new WitnessCheck(
            store,
            fixture.writers.witnesses(),
            fixture.state::mark,
            IndexSettings.DEFAULT.witnessed(),
            clock)
        .check(fixture.generations().getFirst(), () -> left[0]-- > 0);
  }

  /// The record's number may be higher than that of a newer record from a later shard.
  @Test
  void aRecordThatIsReadAgainChangesNothingThatIsNewer() {
    Runnable restored = index.saved();
    DynamodbStreamRecord put = put("a", "SHIRT");
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
    sync(put("whole", "PEN"));
    pass(Duration.ofMinutes(2));
    Runnable restored = index.saved();
    Instant first = now;
    sync(put("a", "SHIRT"));
    sync(new StreamSyncHandler(setup()), List.of(put("b", "CAP")));
    for (int i = 0; i < 4; i++) {
      pass(Duration.ofMinutes(10));
      sync(put("c" + i, "SHIRT"));
    }
    restored.run();
    sync(put("d", "SHIRT"));
    assertEquals(lost(first), marks());
  }

  /// The store may be a copy of last week.
  @Test
  void aLossThatReachesBackBeforeAllNotesNeedsARebuild() {
    sync(put("a", "SHIRT"));
    Runnable restored = index.saved();
    pass(Duration.ofDays(3));
    sync(put("a", "SHIRT"));
    sync(put("b", "CAP"));
    restored.run();
    sync(put("c", "SHIRT"), put("d", "CAP"));
    assertEquals(lost(now.minus(Duration.ofHours(24))), marks());
  }

  @Test
  void theNextWriteMarksTheGenerationBeforeItsBatchIsAcknowledged() {
    sync(put("a", "SHIRT"));
    pass(Duration.ofMinutes(3));
    Runnable restored = index.saved();
    pass(Duration.ofMinutes(3));
    sync(put("b", "SHIRT"));
    pass(Duration.ofMinutes(3));
    restored.run();
    BatchOutcome outcome = sync(put("c", "SHIRT"));

    String id = fixture.generations().getFirst().id();
    Instant since = BEGIN.plusSeconds(360);
    assertEquals(List.of(new LossWatch.Loss("comments", id, since)), outcome.losses());
    assertEquals(null, outcome.unapplied());
    assertEquals(lost(since), marks());
    sync(put("d", "SHIRT"));
    assertEquals(lost(since), marks(), "once");
  }

  @Test
  void aLossOfWhatWasNotedBeforeReachesBackToItsNote() {
    sync(put("a", "SHIRT"));
    pass(Duration.ofMinutes(2));
    Runnable restored = index.saved();
    Instant since = now;
    sync(put("b", "SHIRT"));
    for (int i = 0; i < 30; i++) {
      pass(Duration.ofMinutes(2));
      sync(put("c" + i, "other" + i));
    }
    restored.run();
    pass(Duration.ofMinutes(2));
    sync(put("d", "SHIRT"), put("e", "CAP"), put("f", "MUG"), put("g", "PEN"));
    assertEquals(lost(since), marks());
  }

  @Test
  void aBatchIsNotAcknowledgedIfTheLossCannotBeNoted() {
    sync(put("a", "SHIRT"));
    pass(Duration.ofSeconds(20));
    Runnable restored = index.saved();
    sync(put("b", "SHIRT"));
    restored.run();
    down = true;
    BatchOutcome outcome = sync(put("c", "SHIRT"));
    assertEquals(new Unapplied(0, "witnesses: state table is down"), outcome.unapplied());
    assertEquals(Set.of(), marks());
    down = false;
    assertEquals(1, sync(put("d", "SHIRT")).losses().size(), "it is not forgotten");
  }

  @Test
  void notesUncheckedWitnessesEachMinute() {
    sync(put("a", "SHIRT"));
    assertEquals(1, notes().size(), "at once where the last note is old");
    pass(Duration.ofSeconds(20));
    Instant oldest = now;
    sync(put("b", "SHIRT"));
    pass(Duration.ofSeconds(39));
    sync(put("c", "MUG"));
    assertEquals(1, notes().size());
    pass(Duration.ofSeconds(1));
    handler.note();
    assertEquals(2, notes().size());
    assertEquals(oldest, notes().getFirst().since());
    assertEquals(2, notes().getFirst().witnesses().size());
    pass(Duration.ofMinutes(5));
    handler.note();
    assertEquals(2, notes().size(), "nothing new");
  }

  @Test
  void theCheckFindsALossAfterWhichNobodyWrites() {
    sync(put("a", "SHIRT"));
    pass(Duration.ofMinutes(1));
    Runnable restored = index.saved();
    Instant since = now;
    sync(put("b", "CAP"));
    pass(Duration.ofMinutes(1));
    sync(put("c", "MUG"));
    pass(Duration.ofMinutes(1));
    assertEquals(Optional.empty(), check());
    assertEquals(Set.of(), marks());
    restored.run();
    assertEquals(lost(since), Set.of(check().orElseThrow()));
    assertEquals(lost(since), marks());
    assertEquals(1, notes().size(), "what was judged is not judged again");
    assertEquals(Optional.empty(), check());
  }

  /// Two groups have lost entries, and one of them cannot be reached.
  @Test
  void checksTheRestIfSomeWitnessesCannotBeLookedUp() {
    sync(put("a", "SHIRT"));
    pass(Duration.ofMinutes(1));
    Runnable restored = index.saved();
    Instant since = now;
    sync(put("b", "CAP"));
    pass(Duration.ofMinutes(1));
    sync(put("c", "MUG"));
    pass(Duration.ofMinutes(1));
    restored.run();
    WitnessCheck.Result result = check(new Unread(index.writer(), Set.of("CAP", "MUG")), 60);
    assertEquals(new WitnessCheck.Result(null, "CAP is down"), result);
    assertEquals(Set.of(), marks());
    result = check(new Unread(index.writer(), Set.of("CAP")), 60);
    assertEquals(since.plusSeconds(60), requireNonNull(result.mark()).since());
    assertEquals("CAP is down", result.unchecked());
    assertEquals(lost(since), Set.of(check().orElseThrow()));
    assertEquals(Optional.empty(), check());
  }

  @Test
  void theLossBeginsWithTheOldestNoteThatIsBroken() {
    sync(put("a", "SHIRT"));
    pass(Duration.ofMinutes(1));
    Runnable restored = index.saved();
    Instant since = now;
    for (int i = 0; i < 10; i++) {
      sync(put("item" + i, "group" + i));
      pass(Duration.ofMinutes(1));
    }
    restored.run();
    StreamSyncHandler other = fixture.handler();
    for (int i = 3; i < 10; i++) {
      sync(other, List.of(put("item" + i, "group" + i)));
    }
    assertEquals(Set.of(), marks(), "the other one has nothing to compare");
    assertEquals(lost(since), Set.of(check().orElseThrow()));
  }

  @Test
  void aLossWithAnUnknownBeginCountsAsADayOld() {
    Runnable restored = index.saved();
    for (int minute = 0; minute < 1_100; minute++) {
      sync(put("item" + minute, "group" + minute));
      pass(Duration.ofMinutes(1));
    }
    restored.run();
    assertEquals(lost(now.minus(Duration.ofHours(24))), Set.of(check(1).orElseThrow()));
    assertEquals(100, notes().size());
  }

  @Test
  void fencesThatExpiredByAgeAreNoLoss() {
    sync(put("a", "SHIRT"));
    pass(IndexSettings.DEFAULT.witnessed().plusSeconds(1));
    for (String group : List.of("SHIRT", "CAP", "MUG", "PEN")) {
      index.forgetFences(
          new GroupRef(fixture.generations().getFirst().id(), "comments", new Group(group)));
    }
    assertEquals(Optional.empty(), check());
    sync(put("b", "SHIRT"));
    assertEquals(Set.of(), marks());
  }

  @Test
  void recordsThatAreReadAgainMakeNotesWholeOrTheyAreForgotten() {
    sync(put("whole", "PEN"));
    pass(Duration.ofMinutes(2));
    Instant first = now;
    List<DynamodbStreamRecord> records = new ArrayList<>();
    Runnable restored = index.saved();
    for (int i = 0; i < 20; i++) {
      records.add(put("item" + i % 5, "group" + i % 3));
      sync(records.getLast());
      pass(Duration.ofMinutes(1));
    }
    pass(Duration.ofHours(14));
    restored.run();
    Inexact mark = check().orElseThrow();
    assertEquals(first, mark.since());
    for (DynamodbStreamRecord record : records) {
      assertEquals(null, sync(fixture.handler(), List.of(record)).unapplied());
    }
    fixture.state.clear("comments", fixture.generations().getFirst().id(), mark);
    assertEquals(Set.of(), marks());
    assertEquals(Optional.empty(), check());
    List<String> groups = IntStream.range(0, 3).mapToObj(i -> "group" + i).toList();
    fixture.assertHolds(groups, table.items(), "after they were read again");
    for (String group : groups) {
      sync(put("new" + group, group));
    }
    assertNotEquals(0, notes().size());
    assertEquals(Optional.empty(), check());
  }
}
