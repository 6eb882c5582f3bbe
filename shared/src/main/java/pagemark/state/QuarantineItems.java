package pagemark.state;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import pagemark.index.Sequence;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/// Stores the quarantine in `pagemark-state`; see [StateTable]. An early look is an item of its
/// own, whose sort key begins with the time, so that those that are due are read alone. It is
/// written before the quarantined item: a look without an item is only a look too many.
///
/// Cost: three write units for a record of poison, one for a settled or renewed item or a removed
/// look, and a half read unit for each 4 KB of a count, about ten items.
///
/// @param table the state table's name
public record QuarantineItems(DynamoDbClient dynamo, String table) implements Quarantine {
  private static final String NEWER = "attribute_not_exists(pk) OR #sequence <= :sequence";

  static String partition(String listing) {
    return StateItems.QUARANTINE + listing;
  }

  static String looks(String listing) {
    return "look#" + listing;
  }

  @Override
  public void add(QuarantinedItem poison) {
    for (Instant due : Quarantine.early(poison)) {
      Map<String, AttributeValue> look = write(poison);
      look.putAll(key(new Look(poison, due)));
      dynamo.putItem(p -> p.tableName(table).item(look));
    }
    try {
      dynamo.putItem(
          p ->
              p.tableName(table)
                  .item(write(poison))
                  .conditionExpression(NEWER)
                  .expressionAttributeNames(Map.of("#sequence", "sequence"))
                  .expressionAttributeValues(Map.of(":sequence", sequence(poison))));
    } catch (ConditionalCheckFailedException e) {
      // a newer record of the item is kept already
    }
  }

  @Override
  public List<QuarantinedItem> list(String listing, String keyHash, int max) {
    return StateItems.after(dynamo, table, partition(listing), keyHash, max)
        .map(item -> item(listing, item))
        .toList();
  }

  @Override
  public int count(String listing, int max) {
    QueryRequest.Builder all =
        StateItems.partition(table, partition(listing))
            .consistentRead(false)
            .select(Select.COUNT)
            .limit(max);
    int count = 0;
    QueryResponse part;
    do {
      part = dynamo.query(all.build());
      count += part.count();
      all.exclusiveStartKey(part.lastEvaluatedKey());
    } while (part.hasLastEvaluatedKey() && count < max);
    return Math.min(count, max);
  }

  @Override
  public List<Look> due(String listing, Instant now, int max) {
    return StateItems.first(dynamo, table, looks(listing), "sk < :sk", time(now.plusMillis(1)), max)
        .map(item -> new Look(item(listing, item), dueAt(item)))
        .toList();
  }

  @Override
  public void looked(Look look) {
    dynamo.deleteItem(d -> d.tableName(table).key(key(look)));
  }

  @Override
  public void renew(QuarantinedItem item, Instant now) {
    try {
      dynamo.updateItem(
          u ->
              u.tableName(table)
                  .key(StateItems.primaryKey(write(item)))
                  .updateExpression("SET expires = :expires")
                  .conditionExpression("#sequence = :sequence")
                  .expressionAttributeNames(Map.of("#sequence", "sequence"))
                  .expressionAttributeValues(
                      Map.of(":sequence", sequence(item), ":expires", expires(now))));
    } catch (ConditionalCheckFailedException e) {
      // settled meanwhile, or quarantined again
    }
  }

  @Override
  public void settle(QuarantinedItem item) {
    try {
      dynamo.deleteItem(
          d ->
              d.tableName(table)
                  .key(StateItems.primaryKey(write(item)))
                  .conditionExpression("#sequence <= :sequence")
                  .expressionAttributeNames(Map.of("#sequence", "sequence"))
                  .expressionAttributeValues(Map.of(":sequence", sequence(item))));
    } catch (ConditionalCheckFailedException e) {
      // settled already, or quarantined again
    }
  }

  private static Map<String, AttributeValue> write(QuarantinedItem poison) {
    Map<String, AttributeValue> item = new HashMap<>();
    item.put("pk", fromS(partition(poison.listing())));
    item.put("sk", fromS(poison.keyHash()));
    item.put("key", AttributeValue.fromM(poison.key()));
    item.put("sequence", sequence(poison));
    item.put("reason", fromS(poison.reason()));
    item.put("seenAt", StateItems.millis(poison.seenAt()));
    item.put("expires", expires(poison.seenAt()));
    return item;
  }

  private static AttributeValue sequence(QuarantinedItem item) {
    return fromS(StateItems.padded(item.sequence()));
  }

  private static AttributeValue expires(Instant from) {
    return fromN(Long.toString(from.plus(KEPT).getEpochSecond()));
  }

  private static QuarantinedItem item(String listing, Map<String, AttributeValue> item) {
    return new QuarantinedItem(
        listing,
        StateItems.required(item, "key").m(),
        Sequence.parse(StateItems.required(item, "sequence").s()),
        StateItems.required(item, "reason").s(),
        StateItems.instant(StateItems.required(item, "seenAt")));
  }

  private static Map<String, AttributeValue> key(Look look) {
    return Map.of(
        "pk", fromS(looks(look.item().listing())),
        "sk", fromS(time(look.due()) + "#" + look.item().keyHash()));
  }

  /// Milliseconds, in a length that sorts.
  private static String time(Instant time) {
    return "%016d".formatted(time.toEpochMilli());
  }

  private static Instant dueAt(Map<String, AttributeValue> look) {
    String sk = StateItems.required(look, "sk").s();
    return Instant.ofEpochMilli(Long.parseLong(sk.substring(0, sk.indexOf('#'))));
  }
}
