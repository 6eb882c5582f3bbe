package pagemark.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pagemark.index.Sequence;
import pagemark.index.WatchedPort;
import pagemark.repair.IndexedTable;
import pagemark.state.Quarantine;
import pagemark.state.QuarantinedItem;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Records of items that were poison before.
final class CuredItemsTest {
  private final SyncFixture fixture = new SyncFixture();
  private final TableModel table = fixture.table;

  /// The calls to the quarantine, by name.
  private final List<String> calls = new ArrayList<>();

  private final Quarantine quarantine =
      WatchedPort.of(
          Quarantine.class,
          fixture.state,
          (method, _, call) -> {
            calls.add(method);
            return call.answer();
          });

  private void sync(DynamodbStreamRecord... records) {
    IndexedTable indexed = fixture.indexed(table::read, quarantine);
    BatchOutcome outcome =
        fixture.consumer(indexed).sync(TableModel.event(List.of(records)), () -> 60_000);
    assertEquals(null, outcome.unapplied());
  }

  private DynamodbStreamRecord poison(String writer) {
    Map<String, AttributeValue> item = new HashMap<>(TableModel.comment(writer, "SHIRT", 1));
    item.put("SK", fromS("the first of May"));
    return table.put(item);
  }

  private DynamodbStreamRecord good(String writer) {
    return table.put(TableModel.comment(writer, "SHIRT", 1));
  }

  private List<Map<String, AttributeValue>> kept() {
    return fixture.state.list("comments", "", 10).stream().map(QuarantinedItem::key).toList();
  }

  @Test
  void aGoodRecordTakesItsItemOutAtOnceAndADeletionToo() {
    for (int i = 0; i < 21; i++) {
      sync(poison("writer" + i));
    }
    for (int i = 0; i < 21; i++) {
      sync(i % 2 == 0 ? good("writer" + i) : table.remove("writer" + i));
    }
    assertEquals(List.of(), kept());
    assertEquals(21, calls.stream().filter("settle"::equals).count(), "one for each");
  }

  @Test
  void otherRecordsCostNoRequest() {
    sync(good("rita"), good("ab"));
    sync(good("rita"), table.remove("ab"));
    assertEquals(List.of(), calls);
  }

  @Test
  void poisonAndCureInOneBatchAndAgain() {
    DynamodbStreamRecord bad = poison("rita");
    DynamodbStreamRecord cure = good("rita");
    sync(bad, cure);
    assertEquals(List.of(), kept());
    sync(bad, cure);
    assertEquals(List.of(), kept());
    assertEquals(List.of("rita"), fixture.members("SHIRT"));
  }

  @Test
  void aGoodRecordThatComesAgainLeavesNewerPoison() {
    sync(poison("rita"));
    DynamodbStreamRecord cure = good("rita");
    sync(cure);
    DynamodbStreamRecord newer = poison("rita");
    sync(newer);
    sync(cure);
    assertEquals(
        List.of(new Sequence(newer.getDynamodb().getSequenceNumber())),
        fixture.state.list("comments", "", 10).stream().map(QuarantinedItem::sequence).toList());
  }

  @Test
  void anItemThatIsGoodForOneGenerationAndPoisonForAnotherStays() {
    fixture.add("g-other", RandomTable.OLDER);
    sync(poison("rita"));
    Map<String, AttributeValue> item = new HashMap<>(TableModel.comment("rita", "SHIRT", 1));
    item.put("likes", fromS("many"));
    sync(table.put(item));
    assertEquals(1, kept().size());
  }

  @Test
  void aRecordThatLeavesAnItemPoisonLeavesItThere() {
    sync(poison("rita"));
    sync(poison("rita"));
    assertEquals(1, kept().size());
    assertEquals(List.of("add", "add"), calls);
  }
}
