package pagemark.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pagemark.index.WatchedPort;
import pagemark.repair.IndexedTable;
import pagemark.state.Generations;
import pagemark.state.Quarantine;
import pagemark.state.writer.Writers;
import pagemark.sync.BatchOutcome.Unapplied;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The state table cannot be reached.
final class StateDownTest {
  private final SyncFixture fixture = new SyncFixture();
  private final TableModel table = fixture.table;

  private DynamodbStreamRecord put(String writer, AttributeValue sort) {
    return table.put(Map.of("PK", fromS(writer), "PK2", fromS("SHIRT"), "SK", sort));
  }

  private BatchOutcome sync(IndexedTable indexed, DynamodbStreamRecord... records) {
    return fixture.consumer(indexed).sync(TableModel.event(List.of(records)), () -> 60_000);
  }

  @Test
  void aPoisonRecordThatCannotBeQuarantinedComesAgain() {
    IndexedTable indexed = fixture.indexed(table::read, down(Quarantine.class));
    AttributeValue day = fromS("2024-05-01 00:00");
    BatchOutcome outcome =
        sync(indexed, put("ab", day), put("rita", day), put("rita", fromN("1")), put("zoe", day));

    assertEquals(new Unapplied(2, "quarantine: state table is down"), outcome.unapplied());
    assertEquals(List.of(), outcome.poisons());
    assertEquals(2, fixture.dump(fixture.generations().getFirst(), "SHIRT").all().size());
  }

  @Test
  void nothingIsAppliedIfTheGenerationsCannotBeRead() {
    IndexedTable indexed = fixture.indexed(down(Generations.class), fixture.writers);
    BatchOutcome outcome = sync(indexed, put("ab", fromS("2024-05-01 00:00")));

    assertEquals(
        BatchOutcome.nothing(new Unapplied(0, "generations: state table is down")), outcome);
  }

  @Test
  void nothingIsAppliedIfTheHandlerCannotNoteItsGenerations() {
    IndexedTable indexed = fixture.indexed(fixture.state, down(Writers.class));
    BatchOutcome outcome = sync(indexed, put("ab", fromS("2024-05-01 00:00")));

    assertEquals(
        BatchOutcome.nothing(new Unapplied(0, "generations: state table is down")), outcome);
  }

  private static <T> T down(Class<T> port) {
    return WatchedPort.down(port, () -> SdkClientException.create("state table is down"));
  }
}
