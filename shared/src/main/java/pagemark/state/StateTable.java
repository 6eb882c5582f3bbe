package pagemark.state;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/// The DynamoDB table `pagemark-state`. Its items are records ([RecordItems]):
///
/// | pk | sk | holds |
/// | --- | --- | --- |
/// | `listing#NAME` | `generation#ID` | a [Generation] with its marks, [Inexact] |
/// | `quarantine#NAME` | SHA-256 of the item's key | a [QuarantinedItem]; `expires` 30 days after its next look is due |
/// | `suspect#NAME` | SHA-256 over generation, group, cell, member, score | a [Suspect]; `expires` 30 days after it was doubted last |
/// | `writers#STREAM` | the writer's name | a [WriterNote][pagemark.state.writer.WriterNote]; `expires` after a day |
/// | `witness#NAME#GENERATION#PART` | time, writer and a number | a [WitnessNote][pagemark.state.writer.WitnessNotes.WitnessNote]; `expires` after a day |
/// | `trouble#NAME` | the kind | what is wrong until a run finds it mended, by `pagemark.function`; `expires` after 30 days |
/// | `work#NAME` | `lease` | who does some [Work], until when, and by which plan |
/// | `work#NAME` | a part's name | how far a [Part][Work.Part] of it has come; `expires` after 14 days |
/// | `secret` | `key-hashes` | the secret of [KeyHashes] |
///
/// Cost: a read unit for each 4 KB, a write unit for each KB. A change is a transaction, and costs
/// two write units for each KB, after the read of what it changes.
///
/// @param dynamo the client that reads and writes the table
/// @param name the table's name
/// @param limit limits the time of a call
public record StateTable(
    DynamoDbClient dynamo, String name, Consumer<AwsRequestOverrideConfiguration.Builder> limit)
    implements Generations, Quarantine {
  /// The table's name if none is configured.
  public static final String DEFAULT_NAME = "pagemark-state";

  /// Why a part of a transaction was not made: it was itself fine, or its item has changed or is
  /// being changed.
  private static final Set<String> CHANGED =
      Set.of("None", "ConditionalCheckFailed", "TransactionConflict");

  public StateTable(DynamoDbClient dynamo, String name) {
    this(dynamo, name, _ -> {});
  }

  /// The same table.
  ///
  /// @param callMax the time limit of a call, retries included
  public StateTable within(Duration callMax) {
    return new StateTable(dynamo, name, call -> call.apiCallTimeout(callMax));
  }

  /// The request that creates the table, for installations without the template.
  public static CreateTableRequest creation(String table) {
    return CreateTableRequest.builder()
        .tableName(table)
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .attributeDefinitions(text("pk"), text("sk"))
        .keySchema(element("pk", KeyType.HASH), element("sk", KeyType.RANGE))
        .build();
  }

  private static AttributeDefinition text(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static KeySchemaElement element(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  @Override
  public <T extends Document> Stream<T> list(Class<T> type, Range range) {
    Map<String, AttributeValue> keys =
        Map.of(":pk", fromS(range.pk()), ":from", fromS(range.from()), ":to", fromS(range.to()));
    return dynamo
        .queryPaginator(
            query ->
                query
                    .tableName(name)
                    .consistentRead(true)
                    .scanIndexForward(!range.newestFirst())
                    .limit(range.max() == Integer.MAX_VALUE ? null : range.max())
                    .keyConditionExpression("pk = :pk AND sk BETWEEN :from AND :to")
                    .expressionAttributeValues(keys)
                    .overrideConfiguration(limit))
        .items()
        .stream()
        .limit(range.max())
        .map(item -> RecordItems.read(type, item));
  }

  private static Map<String, AttributeValue> key(Document document) {
    Document.Key key = document.documentKey();
    return Map.of("pk", fromS(key.pk()), "sk", fromS(key.sk()));
  }

  private static Map<String, AttributeValue> item(Document document) {
    Map<String, AttributeValue> item = RecordItems.write((Record) document);
    item.putAll(key(document));
    item.putAll(expires(document));
    return item;
  }

  private static Map<String, AttributeValue> expires(Document document) {
    return document.keptUntil() == null
        ? Map.of()
        : Map.of("expires", fromN(Long.toString(document.keptUntil().getEpochSecond())));
  }

  @Override
  public void put(Document document) {
    dynamo.putItem(p -> p.tableName(name).item(item(document)).overrideConfiguration(limit));
  }

  @Override
  public boolean delete(Document seen) {
    Comparison same = new Comparison(seen);
    try {
      dynamo.deleteItem(
          d ->
              d.tableName(name)
                  .key(key(seen))
                  .conditionExpression(same.condition())
                  .expressionAttributeNames(same.names())
                  .expressionAttributeValues(same.values()));
      return true;
    } catch (ConditionalCheckFailedException | TransactionConflictException e) {
      return false;
    }
  }

  @Override
  public boolean transact(List<Change> changes) {
    try {
      dynamo.transactWriteItems(
          t ->
              t.transactItems(changes.stream().map(this::part).toList())
                  .overrideConfiguration(limit));
      return true;
    } catch (TransactionCanceledException e) {
      if (e.cancellationReasons().stream().allMatch(reason -> CHANGED.contains(reason.code()))) {
        return false;
      }
      throw e;
    }
  }

  private TransactWriteItem part(Change change) {
    if (change.seen() == null) {
      return TransactWriteItem.builder()
          .put(
              p ->
                  p.tableName(name)
                      .item(item(change.next()))
                      .conditionExpression("attribute_not_exists(pk)"))
          .build();
    }
    Comparison seen = new Comparison(change.seen());
    return TransactWriteItem.builder()
        .update(
            u ->
                u.tableName(name)
                    .key(key(change.next()))
                    .updateExpression(seen.update(change.next()))
                    .conditionExpression(seen.condition())
                    .expressionAttributeNames(seen.names())
                    .expressionAttributeValues(seen.values(change.next())))
        .build();
  }

  /// Compares an item with what was seen of it.
  private record Comparison(Map<String, AttributeValue> seen, Set<String> compared) {
    Comparison(Document seen) {
      this(RecordItems.write((Record) seen), new TreeSet<>());
      compared.addAll(this.seen.keySet());
      compared.removeAll(seen.unchanging());
    }

    String condition() {
      return compared.stream().map("#%1$s = :seen_%1$s"::formatted).collect(joining(" AND "));
    }

    Map<String, String> names() {
      return compared.stream().collect(toMap(name -> "#" + name, name -> name));
    }

    Map<String, AttributeValue> values() {
      Map<String, AttributeValue> values = new HashMap<>();
      compared.forEach(name -> values.put(":seen_" + name, seen.get(name)));
      return values;
    }

    String update(Document next) {
      return compared.stream()
          .map("#%1$s = :next_%1$s"::formatted)
          .collect(
              joining(
                  ", ",
                  "SET ",
                  next.keptUntil() == null ? " REMOVE expires" : ", expires = :next_expires"));
    }

    Map<String, AttributeValue> values(Document next) {
      Map<String, AttributeValue> values = values();
      Map<String, AttributeValue> written = RecordItems.write((Record) next);
      written.keySet().retainAll(compared);
      written.putAll(expires(next));
      written.forEach((name, value) -> values.put(":next_" + name, value));
      return values;
    }
  }

  /// Removes all that is kept about single items of a listing: its quarantine and its suspects.
  public void forget(String listing) {
    list(QuarantinedItem.class, Range.of(QuarantinedItem.PREFIX + listing)).forEach(this::delete);
    list(Suspect.class, Range.of(Suspect.PREFIX + listing)).forEach(this::delete);
  }
}
