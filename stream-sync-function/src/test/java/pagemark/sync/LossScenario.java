package pagemark.sync;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.index.WatchedPort;
import pagemark.repair.IndexedTable;
import pagemark.state.Inexact;
import pagemark.state.writer.WitnessNotes.WitnessNote;
import pagemark.state.writer.Writers;
import software.amazon.awssdk.core.exception.SdkClientException;

/// A consumer whose index comes back with less data, if a test saved it before: `index.saved()`.
/// All clocks are one that the test moves.
@SuppressWarnings("this-escape")
public abstract class LossScenario {
  protected static final Instant BEGIN = Instant.parse("2026-11-21T00:00:00Z");
  protected Instant now = BEGIN;
  protected final InstantSource clock = () -> now;
  protected final InMemoryIndex index = new InMemoryIndex(clock, IndexSettings.DEFAULT);

  protected final SyncFixture fixture =
      new SyncFixture(index, TableModel.COMMENTS, TableModel.STREAM, clock);

  protected final TableModel table = new TableModel(clock);
  protected final StreamSync consumer = fixture.consumer(indexed());
  protected boolean down;

  protected LossScenario() {
    fixture.table = table;
  }

  IndexedTable indexed() {
    Writers writers =
        WatchedPort.of(
            Writers.class,
            fixture.writers,
            (method, _, call) -> {
              if (down && method.equals("witnesses")) {
                throw SdkClientException.create("state table is down");
              }
              return call.answer();
            });
    return fixture.indexed(fixture.state, writers);
  }

  protected BatchOutcome sync(StreamSync by, List<DynamodbStreamRecord> batch) {
    return by.sync(TableModel.event(batch), () -> 60_000);
  }

  protected BatchOutcome sync(DynamodbStreamRecord... batch) {
    return sync(consumer, List.of(batch));
  }

  protected void pass(Duration time) {
    now = now.plus(time);
  }

  protected Set<Inexact> marks() {
    return fixture.state.live("comments").getFirst().inexact();
  }

  protected Set<Inexact> lost(Instant since) {
    return Set.of(new Inexact(Inexact.Cause.LOST_WRITES, since, now));
  }

  protected List<WitnessNote> notes() {
    return fixture
        .writers
        .witnesses()
        .notes("comments", fixture.generations().getFirst().id(), BEGIN, now)
        .toList();
  }
}
