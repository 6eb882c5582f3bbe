package pagemark.embedded;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Calls what a user of DynamoDB Local calls, so that a [ClassArchive] holds the classes for it. It
/// ignores the answers.
final class Rehearsal {
  private static final String TABLE =
      """
      {"TableName": "rehearsal", "BillingMode": "PAY_PER_REQUEST",
       "KeySchema": [{"AttributeName": "k", "KeyType": "HASH"}],
       "AttributeDefinitions": [{"AttributeName": "k", "AttributeType": "S"},
         {"AttributeName": "n", "AttributeType": "N"}],
       "GlobalSecondaryIndexes": [{"IndexName": "byNumber", "Projection": {"ProjectionType": "ALL"},
         "KeySchema": [{"AttributeName": "n", "KeyType": "HASH"}]}],
       "StreamSpecification": {"StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES"}}
      """;

  private static final String ITEM = "{\"k\": {\"S\": \"a\"}, \"n\": {\"N\": \"1\"}}";
  private static final String KEY = "{\"k\": {\"S\": \"a\"}}";
  private static final String OF_TABLE = "{\"TableName\": \"rehearsal\", ";
  private static final String VALUE = "\"ExpressionAttributeValues\": {\":n\": {\"N\": \"1\"}}}";

  /// Operations with their requests, in this order.
  private static final List<List<String>> CALLS =
      List.of(
          List.of("ListTables", "{}"),
          List.of("CreateTable", TABLE),
          List.of("DescribeTable", OF_TABLE + "\"a\": 0}"),
          List.of(
              "UpdateTimeToLive",
              OF_TABLE
                  + "\"TimeToLiveSpecification\": {\"Enabled\": true, \"AttributeName\": \"t\"}}"),
          List.of(
              "PutItem",
              OF_TABLE
                  + "\"Item\": %s, \"ConditionExpression\": \"attribute_not_exists(k) OR n < :n\", "
                      .formatted(ITEM)
                  + VALUE),
          List.of(
              "UpdateItem",
              OF_TABLE
                  + "\"Key\": %s, \"UpdateExpression\": \"SET m = :n ADD n :n\", ".formatted(KEY)
                  + VALUE),
          List.of("GetItem", OF_TABLE + "\"Key\": %s, \"ConsistentRead\": true}".formatted(KEY)),
          List.of(
              "Query",
              OF_TABLE
                  + "\"IndexName\": \"byNumber\", \"KeyConditionExpression\": \"n = :n\", "
                  + VALUE),
          List.of("Scan", OF_TABLE + "\"Limit\": 10}"),
          List.of(
              "BatchWriteItem",
              "{\"RequestItems\": {\"rehearsal\": [{\"PutRequest\": {\"Item\": %s}}]}}"
                  .formatted(ITEM)),
          List.of(
              "BatchGetItem",
              "{\"RequestItems\": {\"rehearsal\": {\"Keys\": [%s]}}}".formatted(KEY)),
          List.of(
              "TransactWriteItems",
              "{\"TransactItems\": [{\"Put\": {\"TableName\": \"rehearsal\", \"Item\": %s}}]}"
                  .formatted(ITEM)),
          List.of("DeleteItem", OF_TABLE + "\"Key\": %s}".formatted(KEY)));

  private final URI endpoint;
  private final HttpClient client;

  private Rehearsal(URI endpoint, HttpClient client) {
    this.endpoint = endpoint;
    this.client = client;
  }

  static void run(URI endpoint) {
    try (HttpClient client = HttpClient.newHttpClient()) {
      Rehearsal rehearsal = new Rehearsal(endpoint, client);
      for (List<String> call : CALLS) {
        rehearsal.call("DynamoDB_20120810." + call.getFirst(), call.getLast());
      }
      rehearsal.readStream();
      rehearsal.call("DynamoDB_20120810.DeleteTable", "{\"TableName\": \"rehearsal\"}");
    }
  }

  private void readStream() {
    String stream = named("StreamArn", callStreams("ListStreams", "{}"));
    String shard =
        named(
            "ShardId", callStreams("DescribeStream", "{\"StreamArn\": \"%s\"}".formatted(stream)));
    String iterator =
        named(
            "ShardIterator",
            callStreams(
                "GetShardIterator",
                "{\"StreamArn\": \"%s\", \"ShardId\": \"%s\", \"ShardIteratorType\": \"TRIM_HORIZON\"}"
                    .formatted(stream, shard)));
    callStreams("GetRecords", "{\"ShardIterator\": \"%s\"}".formatted(iterator));
  }

  private String callStreams(String operation, String body) {
    return call("DynamoDBStreams_20120810." + operation, body);
  }

  private static String named(String name, String json) {
    Matcher value = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
    return value.find() ? value.group(1) : "";
  }

  private String call(String target, String body) {
    HttpRequest request =
        HttpRequest.newBuilder(endpoint)
            .header("Content-Type", "application/x-amz-json-1.0")
            .header("X-Amz-Target", target)
            .header(
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request,"
                    + " SignedHeaders=host, Signature=0")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      return client.send(request, BodyHandlers.ofString()).body();
    } catch (IOException e) {
      throw new ServerStartException("DynamoDB Local does not answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerStartException("Interrupted", e);
    }
  }
}
