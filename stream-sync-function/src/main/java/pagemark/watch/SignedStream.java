package pagemark.watch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import pagemark.watch.SignedCalls.CallException;

/// Reads a stream from DynamoDB Streams. Its records look like those of Lambda's events; only the
/// stream's ARN is missing, and is added here. It sends DescribeStream, GetShardIterator and
/// GetRecords alone, so that it can write nothing.
///
/// The SDK has a small client of streams, which makes objects of the records. These would have to
/// be written as JSON again, which the consumer takes, and that is no less code.
///
/// @param endpoint the endpoint of DynamoDB Streams
public record SignedStream(SignedCalls calls, URI endpoint, String arn) implements WatchedStream {
  private static final String CONTENT_TYPE = "application/x-amz-json-1.0";
  private static final int SHARD_PAGES_MAX = 1_000;
  private static final int RECORDS_MAX = 1_000;
  private static final int TRIES_MAX = 4;

  /// The pause before a second try is twice as long; it doubles with each further one.
  private static final Duration PAUSE = Duration.ofMillis(25);

  private static final Set<String> STALE =
      Set.of("TrimmedDataAccessException", "ExpiredIteratorException");
  private static final Set<String> THROTTLED =
      Set.of(
          "ThrottlingException",
          "LimitExceededException",
          "ProvisionedThroughputExceededException",
          "RequestLimitExceeded");

  @Override
  public List<Shard> shards() {
    List<Shard> shards = new ArrayList<>();
    @Nullable String last = null;
    for (int page = 0; page < SHARD_PAGES_MAX && (page == 0 || last != null); page++) {
      ObjectNode request = request().put("StreamArn", arn);
      if (last != null) {
        request.put("ExclusiveStartShardId", last);
      }
      JsonNode stream = call("DescribeStream", request).path("StreamDescription");
      for (JsonNode shard : stream.path("Shards")) {
        shards.add(
            new Shard(shard.path("ShardId").asText(), shard.path("ParentShardId").textValue()));
      }
      last = stream.path("LastEvaluatedShardId").textValue();
    }
    return shards;
  }

  @Override
  public String iterator(String shard, @Nullable String after) {
    ObjectNode request = request().put("StreamArn", arn).put("ShardId", shard);
    if (after == null) {
      request.put("ShardIteratorType", "TRIM_HORIZON");
    } else {
      request.put("ShardIteratorType", "AFTER_SEQUENCE_NUMBER").put("SequenceNumber", after);
    }
    return call("GetShardIterator", request).path("ShardIterator").asText();
  }

  @Override
  public Fetched read(String iterator) {
    JsonNode answer =
        call("GetRecords", request().put("ShardIterator", iterator).put("Limit", RECORDS_MAX));
    List<JsonNode> records = new ArrayList<>();
    for (JsonNode record : answer.path("Records")) {
      nameEmptyMaps(record.at("/dynamodb/OldImage"));
      nameEmptyMaps(record.at("/dynamodb/NewImage"));
      records.add(((ObjectNode) record).put("eventSourceARN", arn));
    }
    return new Fetched(records, answer.path("NextShardIterator").textValue());
  }

  /// DynamoDB Local returns an empty map as `{}`, without its type.
  private static void nameEmptyMaps(JsonNode values) {
    for (JsonNode value : values) {
      if (value.isEmpty()) {
        ((ObjectNode) value).putObject("M");
      }
      nameEmptyMaps(value.path("M"));
      nameEmptyMaps(value.path("L"));
    }
  }

  private static ObjectNode request() {
    return JsonNodeFactory.instance.objectNode();
  }

  /// Tries again, as the SDK does, if the service fails or is throttled.
  private JsonNode call(String operation, JsonNode request) {
    Map<String, String> headers =
        Map.of(
            "Content-Type", CONTENT_TYPE, "X-Amz-Target", "DynamoDBStreams_20120810." + operation);
    for (int tries = 1; ; tries++) {
      try {
        return calls.post("dynamodb", endpoint, headers, request);
      } catch (CallException e) {
        if (STALE.contains(e.code())) {
          throw new StaleIteratorException();
        }
        if (tries == TRIES_MAX || (e.status() < 500 && !THROTTLED.contains(e.code()))) {
          throw e;
        }
        LockSupport.parkNanos(PAUSE.multipliedBy(1L << tries).toNanos());
      }
    }
  }
}
