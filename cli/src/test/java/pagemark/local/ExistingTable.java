package pagemark.local;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import pagemark.embedded.DynamoDbLocal;
import pagemark.listing.json.Listings;
import pagemark.local.data.LocalDatabase;
import pagemark.local.data.TableDesign;
import pagemark.local.data.TableSource;
import pagemark.state.DatabasePool;
import pagemark.watch.WatchedStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/// An existing table `notes` with the GSI `byTopic`, in a DynamoDB Local of its own.
record ExistingTable(LocalDatabase database) implements AutoCloseable {
  static final String NAME = "notes";
  static final String JSON =
      """
      {"notes": {"table": "notes", "index": "byTopic", "order": "descending",
        "group": {"attribute": "topic"}, "sort": {"attribute": "at", "type": "integer"},
        "key": [{"attribute": "id"}], "attributes": "*"}}
      """;
  static final Listings LISTINGS = Listings.parse(JSON, Map.of());

  static ExistingTable withStream() {
    return of(LISTINGS, StreamViewType.NEW_AND_OLD_IMAGES);
  }

  static ExistingTable withoutStream() {
    return of(LISTINGS, StreamViewType.UNKNOWN_TO_SDK_VERSION);
  }

  /// @param view the view type of its stream; unknown for no stream
  static ExistingTable of(Listings listings, StreamViewType view) {
    LocalDatabase database = LocalDatabase.of(DatabasePool.borrow());
    CreateTableRequest.Builder creation = TableDesign.of(listings).toBuilder();
    creation.streamSpecification(s -> s.streamEnabled(true).streamViewType(view));
    if (view == StreamViewType.UNKNOWN_TO_SDK_VERSION) {
      creation.streamSpecification(s -> s.streamEnabled(false));
    }
    database.create(creation.build());
    return new ExistingTable(database);
  }

  DynamoDbClient client() {
    return database.dynamo();
  }

  /// Writes two notes of the topic `x` for each minute `from` to `to`.
  void fill(int from, int to) {
    for (int at = from; at < to; at++) {
      put("a" + at, at);
      put("b" + at, at);
    }
  }

  void put(String id, int at) {
    Map<String, AttributeValue> item =
        Map.of(
            "id", AttributeValue.fromS(id),
            "topic", AttributeValue.fromS("x"),
            "at", AttributeValue.fromN("" + at));
    client().putItem(p -> p.tableName(NAME).item(item));
  }

  List<Map<String, AttributeValue>> items() {
    return client().scan(s -> s.tableName(NAME).consistentRead(true)).items();
  }

  List<String> tables() {
    return client().listTables().tableNames();
  }

  /// The ids of the items in the GSI, newest first.
  List<String> ids() {
    return client()
        .query(
            q ->
                q.tableName(NAME)
                    .indexName("byTopic")
                    .scanIndexForward(false)
                    .keyConditionExpression("topic = :x")
                    .expressionAttributeValues(Map.of(":x", AttributeValue.fromS("x"))))
        .items()
        .stream()
        .map(item -> item.getOrDefault("id", AttributeValue.fromS("")).s())
        .toList();
  }

  /// All records that the stream has.
  List<String> records() {
    List<String> all = new ArrayList<>();
    String arn = client().describeTable(d -> d.tableName(NAME)).table().latestStreamArn();
    WatchedStream stream = new TableSource(client(), server().endpoint(), "").stream(arn);
    for (WatchedStream.Shard shard : stream.shards()) {
      for (JsonNode record : stream.read(stream.iterator(shard.id(), null)).records()) {
        all.add(record.path("eventID").textValue());
      }
    }
    return all;
  }

  DynamoDbLocal server() {
    return database.server();
  }

  @Override
  public void close() {
    database.close();
  }
}
