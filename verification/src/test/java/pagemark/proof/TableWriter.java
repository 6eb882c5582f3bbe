package pagemark.proof;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import pagemark.load.BatchWriter;
import pagemark.repair.Sleeper;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Makes writes in their order: inserts in batches, any other on its own after what comes before.
record TableWriter(DynamoDbClient dynamo, String table) {
  private static final int BATCHES_AT_A_TIME = 4;

  void write(List<Write> writes) {
    List<Map<String, AttributeValue>> inserts = new ArrayList<>();
    for (Write write : writes) {
      switch (write) {
        case Write.Insert(var item) -> inserts.add(item);
        case Write.Replace(var item) -> {
          insert(inserts);
          dynamo.putItem(p -> p.tableName(table).item(item));
        }
        case Write.Delete(var key) -> {
          insert(inserts);
          dynamo.deleteItem(d -> d.tableName(table).key(key));
        }
      }
    }
    insert(inserts);
  }

  private void insert(List<Map<String, AttributeValue>> items) {
    new BatchWriter(dynamo, table, Sleeper.THREAD::sleep)
        .writeAll(items.stream(), BATCHES_AT_A_TIME);
    items.clear();
  }

  /// How many stream records `writes` make in an empty table; one that changes nothing makes none.
  ///
  /// @param key the table's key attributes
  static long records(List<Write> writes, List<String> key) {
    Map<Map<String, AttributeValue>, Map<String, AttributeValue>> items = new HashMap<>();
    return writes.stream()
        .filter(
            write ->
                switch (write) {
                  case Write.Insert(var item) -> changes(items, key, item);
                  case Write.Replace(var item) -> changes(items, key, item);
                  case Write.Delete(var deleted) -> items.remove(deleted) != null;
                })
        .count();
  }

  private static boolean changes(
      Map<Map<String, AttributeValue>, Map<String, AttributeValue>> items,
      List<String> key,
      Map<String, AttributeValue> item) {
    return !item.equals(items.put(Attribute.only(item, key), item));
  }
}
