package pagemark.sync;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.state.Inexact;
import pagemark.state.writer.WitnessNote;
import pagemark.state.writer.WitnessNotes;
import pagemark.state.writer.WriterNote;
import pagemark.state.writer.Writers;
import software.amazon.awssdk.core.exception.SdkClientException;

/// A handler whose index comes back with less data, if a test saved it before: `index.saved()`. All
/// clocks are one that the test moves.
abstract class LossScenario {
  static final Instant BEGIN = Instant.parse("2026-11-21T00:00:00Z");
  Instant now = BEGIN;
  final InstantSource clock = () -> now;
  final InMemoryIndex index = new InMemoryIndex(clock, IndexSettings.DEFAULT);

  final SyncFixture fixture = new SyncFixture(index, TableModel.COMMENTS, TableModel.STREAM, clock);

  final TableModel table = new TableModel(clock);
  final StreamSyncHandler handler = new StreamSyncHandler(setup());
  boolean down;

  LossScenario() {
    fixture.table = table;
  }

  SyncSetup setup() {
    return fixture.setup(fixture.state, new SometimesDown(), fixture.repair(writer -> writer));
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

  BatchOutcome sync(StreamSyncHandler by, List<DynamodbStreamRecord> batch) {
    return by.sync(TableModel.event(batch), () -> 60_000);
  }

  BatchOutcome sync(DynamodbStreamRecord... batch) {
    return sync(handler, List.of(batch));
  }

  void pass(Duration time) {
    now = now.plus(time);
  }

  Set<Inexact> marks() {
    return fixture.state.live("comments").getFirst().inexact();
  }

  Set<Inexact> lost(Instant since) {
    return Set.of(new Inexact(Inexact.Cause.LOST_WRITES, since, now));
  }

  List<WitnessNote> notes() {
    return fixture
        .writers
        .witnesses()
        .notes("comments", fixture.generations().getFirst().id(), BEGIN, now)
        .toList();
  }
}
