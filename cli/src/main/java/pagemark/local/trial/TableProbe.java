package pagemark.local.trial;

import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import pagemark.check.TableQuestions;
import pagemark.key.AttributeType;
import pagemark.key.KeyAttribute;
import pagemark.listing.Access;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.local.data.TableSource;
import pagemark.watch.SignedCalls;
import pagemark.watch.WatchedStream;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.Select;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/// Tries each kind of read once, at next to no cost, so that a missing right is reported at the
/// start and not by a page.
record TableProbe(TableSource source, TableDescription table, TableQuestions questions) {
  private static final String TEXT = "00000000-0000-4000-8000-000000000000";

  /// @throws StackException if a read fails; the message names it
  void run(Listings listings) {
    questions.ask("Scan", () -> source.dynamo().scan(s -> s.tableName(table.tableName()).limit(1)));
    for (Listing listing : listings.byName().values()) {
      listing.accesses().forEach(this::query);
    }
    getItem(listings.byName().firstEntry().getValue());
    if (TriedTable.isFollowed(table)) {
      readStream();
    }
  }

  private void query(Access access) {
    KeyAttribute partition = access.partitions().attribute();
    questions.ask(
        "Query",
        () ->
            source
                .dynamo()
                .query(
                    q ->
                        q.tableName(table.tableName())
                            .indexName(access.index())
                            .keyConditionExpression("#p = :p")
                            .expressionAttributeNames(Map.of("#p", partition.name()))
                            .expressionAttributeValues(Map.of(":p", some(partition.type())))
                            .select(Select.COUNT)
                            .limit(1)));
  }

  private void getItem(Listing listing) {
    Map<String, AttributeValue> key = new HashMap<>();
    listing.definition().positions().key().forEach(k -> key.put(k.name(), some(k.type())));
    KeysAndAttributes keys = KeysAndAttributes.builder().keys(List.of(key)).build();
    questions.ask(
        "BatchGetItem",
        () -> source.dynamo().batchGetItem(b -> b.requestItems(Map.of(table.tableName(), keys))));
  }

  private void readStream() {
    WatchedStream stream = source.stream(table.latestStreamArn());
    List<WatchedStream.Shard> shards = ask("DescribeStream", stream::shards);
    if (!shards.isEmpty()) {
      String shard = shards.getLast().id();
      String iterator = ask("GetShardIterator", () -> stream.iterator(shard, null));
      ask("GetRecords", () -> stream.read(iterator));
    }
  }

  /// Asks with the exceptions of the SDK.
  private <T> T ask(String action, Supplier<T> question) {
    return questions.ask(
        action,
        () -> {
          try {
            return question.get();
          } catch (SignedCalls.CallException e) {
            AwsErrorDetails details =
                AwsErrorDetails.builder().errorCode(e.code()).errorMessage(e.reason()).build();
            throw DynamoDbException.builder().awsErrorDetails(details).cause(e).build();
          } catch (UncheckedIOException e) {
            throw SdkClientException.create(String.valueOf(e.getCause()), e);
          }
        });
  }

  /// A value that no item needs to have: the answer does not matter, only that there is one.
  private static AttributeValue some(AttributeType type) {
    return switch (type) {
      case STRING, UUID, ULID -> AttributeValue.fromS(TEXT);
      case NUMBER -> AttributeValue.fromN("0");
      case BINARY -> AttributeValue.fromB(SdkBytes.fromByteArray(new byte[] {0}));
    };
  }
}
