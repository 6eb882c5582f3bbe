package pagemark.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.state.Generation;
import pagemark.state.Generations;
import pagemark.state.Inexact;
import pagemark.state.Quarantine;
import pagemark.state.QuarantinedItem;
import pagemark.state.writer.WitnessNotes;
import pagemark.state.writer.WriterNote;
import pagemark.state.writer.Writers;
import pagemark.sync.BatchOutcome.Unapplied;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The state table cannot be reached.
final class StateDownTest {
  private final SyncFixture fixture =
      new SyncFixture(
          new InMemoryIndex(SyncFixture.CLOCK, IndexSettings.DEFAULT),
          TableModel.COMMENTS,
          TableModel.STREAM);
  private final TableModel table = fixture.table;

  private DynamodbStreamRecord put(String writer, AttributeValue sort) {
    return table.put(Map.of("PK", fromS(writer), "PK2", fromS("SHIRT"), "SK", sort));
  }

  private static BatchOutcome sync(SyncSetup setup, DynamodbStreamRecord... records) {
    return new StreamSyncHandler(setup).sync(TableModel.event(List.of(records)), () -> 60_000);
  }

  @Test
  void aPoisonRecordThatCannotBeQuarantinedComesAgain() {
    SyncSetup setup =
        fixture.setup(
            fixture.state,
            fixture.writers,
            fixture.repair(table::read, fixture.index.writer(), new DownState()));
    AttributeValue day = fromS("2024-05-01 00:00");
    BatchOutcome outcome =
        sync(setup, put("ab", day), put("rita", day), put("rita", fromN("1")), put("zoe", day));

    assertEquals(new Unapplied(2, "quarantine: state table is down"), outcome.unapplied());
    assertEquals(List.of(), outcome.poisons());
    assertEquals(2, fixture.dump(fixture.generations().getFirst(), "SHIRT").all().size());
  }

  @Test
  void nothingIsAppliedIfTheGenerationsCannotBeRead() {
    SyncSetup setup =
        fixture.setup(new DownState(), fixture.writers, fixture.repair(writer -> writer));
    BatchOutcome outcome = sync(setup, put("ab", fromS("2024-05-01 00:00")));

    assertEquals(
        BatchOutcome.nothing(new Unapplied(0, "generations: state table is down")), outcome);
  }

  @Test
  void nothingIsAppliedIfTheHandlerCannotNoteItsGenerations() {
    SyncSetup setup =
        fixture.setup(fixture.state, new DownWriters(), fixture.repair(writer -> writer));
    BatchOutcome outcome = sync(setup, put("ab", fromS("2024-05-01 00:00")));

    assertEquals(
        BatchOutcome.nothing(new Unapplied(0, "generations: state table is down")), outcome);
  }

  private static final class DownWriters implements Writers {
    @Override
    public WitnessNotes witnesses() {
      throw DownState.down();
    }

    @Override
    public void note(WriterNote note) {
      throw DownState.down();
    }

    @Override
    public List<WriterNote> list(String stream, Instant since) {
      throw DownState.down();
    }
  }

  private static final class DownState implements Generations, Quarantine {
    private static SdkClientException down() {
      return SdkClientException.create("state table is down");
    }

    @Override
    public List<Generation> live(String listing) {
      throw down();
    }

    @Override
    public void register(Generation generation) {
      throw down();
    }

    @Override
    public void serve(String listing, String id) {
      throw down();
    }

    @Override
    public List<Generation> retired(String listing) {
      throw down();
    }

    @Override
    public void remove(String listing, String id) {
      throw down();
    }

    @Override
    public void mark(String listing, String id, Inexact mark) {
      throw down();
    }

    @Override
    public void clear(String listing, String id, Inexact mark) {
      throw down();
    }

    @Override
    public void suspend(String listing, String id) {
      throw down();
    }

    @Override
    public void add(QuarantinedItem poison) {
      throw down();
    }

    @Override
    public List<QuarantinedItem> list(String listing, String keyHash, int max) {
      throw down();
    }

    @Override
    public int count(String listing, int max) {
      throw down();
    }

    @Override
    public List<Look> due(String listing, Instant now, int max) {
      throw down();
    }

    @Override
    public void looked(Look look) {
      throw down();
    }

    @Override
    public void renew(QuarantinedItem item, Instant now) {
      throw down();
    }

    @Override
    public void settle(QuarantinedItem item) {
      throw down();
    }
  }
}
