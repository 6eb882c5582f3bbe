package pagemark.state.writer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromB;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Group;
import pagemark.index.Fence;
import pagemark.index.GroupRef;
import pagemark.index.Witness;
import pagemark.state.LocalDynamo;
import pagemark.state.StateItems;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The notes of writers in the state table pass the contract on DynamoDB Local.
final class WriterItemsIT extends WritersContract {
  private static LocalDynamo dynamo;

  @BeforeAll
  static void create() {
    dynamo = LocalDynamo.create();
  }

  /// A release side by side notes no time of the store.
  @Test
  void readsANoteOfAnOlderRelease() {
    Instant at = Instant.ofEpochMilli(1_714_521_600_123L);
    Map<String, AttributeValue> item =
        Map.of(
            "pk", fromS("writers#old"),
            "sk", fromS("w"),
            "known", fromL(List.of(fromS("g1"))),
            "at", StateItems.millis(at),
            "lagMillis", fromN("5"));
    dynamo.client().putItem(put -> put.tableName(dynamo.table()).item(item));
    assertEquals(
        List.of(new WriterNote("w", "old", Set.of("g1"), at, at, 5, 3)), writers().list("old", at));
  }

  @Test
  void readsAndForgetsWitnessesOfAnOlderRelease() {
    Instant at = Instant.ofEpochMilli(1_714_521_600_123L);
    AttributeValue witness =
        fromL(List.of(fromS("shirt"), fromB(SdkBytes.fromUtf8String("a")), fromS("42~1.x")));
    Map<String, AttributeValue> item =
        Map.of(
            "pk", fromS("witness#old#g1"),
            "sk", fromS(at.toEpochMilli() + "#w#1"),
            "since", StateItems.millis(at.minusSeconds(9)),
            "oldest", StateItems.millis(at.minusSeconds(3)),
            "witnesses", fromL(List.of(witness)));
    dynamo.client().putItem(put -> put.tableName(dynamo.table()).item(item));
    Witness read =
        new Witness(
            new GroupRef("g1", "old", new Group("shirt")),
            Bytes.utf8("a"),
            Fence.of("42~1.x", null),
            null,
            at.minusSeconds(3));
    WitnessNote note = new WitnessNote("old", "g1", "w#1", at, at.minusSeconds(9), List.of(read));
    WitnessNotes notes = writers().witnesses();
    assertEquals(List.of(note), notes.notes("old", "g1", at, at).toList());
    notes.forget(note);
    assertEquals(List.of(), notes.notes("old", "g1", at, at).toList());
  }

  @Override
  protected Writers writers() {
    return new WriterItems(dynamo.client(), dynamo.table());
  }
}
