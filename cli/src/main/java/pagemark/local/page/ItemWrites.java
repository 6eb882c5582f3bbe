package pagemark.local.page;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import pagemark.listing.Attributes;
import pagemark.listing.Listing;
import pagemark.load.ItemReader;
import pagemark.load.LineException;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/// Writes single items to the listed table, and to nothing else. The index gets them through the
/// table's stream, as from any other writer.
///
/// @param log takes a line if the table cannot be written
record ItemWrites(DynamoDbClient dynamo, Consumer<String> log) {
  private static final String IS_THERE = "attribute_exists(#key)";
  private static final String IS_NOT_THERE = "attribute_not_exists(#key)";

  /// Adds an item.
  ///
  /// @throws RefusedRequest if there is an item with its key already
  void add(Listing listing, byte[] json) {
    RefusedRequest unmet = new RefusedRequest(409, "there is already an item with this key");
    put(listing, read(listing, json), IS_NOT_THERE, unmet);
  }

  /// Replaces the attributes of an item that the listing shows. The other attributes stay.
  ///
  /// @throws RefusedRequest if there is no item with its key
  void replace(Listing listing, byte[] json) {
    ItemReader.Read read = read(listing, json);
    switch (listing.attributes()) {
      case Attributes.All() -> put(listing, read, IS_THERE, missing());
      case Attributes.Only(var names) ->
          update(listing, read.key(), UpdateExpression.of(read, names));
    }
  }

  private void put(Listing listing, ItemReader.Read read, String condition, RefusedRequest unmet) {
    run(
        unmet,
        () ->
            dynamo.putItem(
                put ->
                    put.tableName(table(listing))
                        .item(read.item())
                        .conditionExpression(condition)
                        .expressionAttributeNames(keyName(read.key()))));
  }

  private void update(Listing listing, Map<String, AttributeValue> key, UpdateExpression change) {
    Map<String, String> names = new HashMap<>(change.names());
    names.putAll(keyName(key));
    run(
        missing(),
        () ->
            dynamo.updateItem(
                update -> {
                  update
                      .tableName(table(listing))
                      .key(key)
                      .conditionExpression(IS_THERE)
                      .expressionAttributeNames(names);
                  if (!change.isEmpty()) {
                    update.updateExpression(change.expression());
                  }
                  if (!change.values().isEmpty()) {
                    update.expressionAttributeValues(change.values());
                  }
                }));
  }

  /// Deletes an item.
  ///
  /// @throws RefusedRequest if there is no item with its key
  void delete(Listing listing, byte[] json) {
    Map<String, AttributeValue> key = key(listing, json);
    run(
        missing(),
        () ->
            dynamo.deleteItem(
                delete ->
                    delete
                        .tableName(table(listing))
                        .key(key)
                        .conditionExpression(IS_THERE)
                        .expressionAttributeNames(keyName(key))));
  }

  private static RefusedRequest missing() {
    return new RefusedRequest(404, "there is no item with this key");
  }

  private static String table(Listing listing) {
    return listing.definition().table();
  }

  /// One of the key's attributes, for the condition: an item has all of them.
  private static Map<String, String> keyName(Map<String, AttributeValue> key) {
    return Map.of("#key", key.keySet().iterator().next());
  }

  private ItemReader.Read read(Listing listing, byte[] json) {
    try {
      return reader(listing).item(json);
    } catch (LineException e) {
      throw unfit(e);
    }
  }

  private Map<String, AttributeValue> key(Listing listing, byte[] json) {
    try {
      return reader(listing).key(json);
    } catch (LineException e) {
      throw unfit(e);
    }
  }

  private static RefusedRequest unfit(LineException e) {
    return new RefusedRequest(400, "the item does not fit: " + e.reason());
  }

  private ItemReader reader(Listing listing) {
    try {
      return ItemReader.of(
          listing, dynamo.describeTable(describe -> describe.tableName(table(listing))).table());
    } catch (SdkException e) {
      throw failed(e);
    }
  }

  /// @param unmet the answer if the write's condition is not met
  private void run(RefusedRequest unmet, Runnable write) {
    try {
      write.run();
    } catch (ConditionalCheckFailedException e) {
      throw unmet;
    } catch (SdkException e) {
      throw failed(e);
    }
  }

  private RefusedRequest failed(SdkException e) {
    if (e instanceof AwsServiceException refused && refused.statusCode() == 400) {
      return new RefusedRequest(400, "the table does not accept the item");
    }
    log.accept("An item cannot be written: " + e.getClass().getName());
    return new RefusedRequest(503, "the table does not answer");
  }
}
