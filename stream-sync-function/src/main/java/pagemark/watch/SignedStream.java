package pagemark.watch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads a stream from DynamoDB Streams. Its records look like those of Lambda's events; only the
/// stream's ARN is missing, and is added here.
///
/// @param endpoint the endpoint of DynamoDB Streams
public record SignedStream(SignedCalls calls, URI endpoint, String arn) implements WatchedStream {
  private static final String CONTENT_TYPE = "application/x-amz-json-1.0";
  private static final int SHARD_PAGES_MAX = 1_000;
  private static final int RECORDS_MAX = 1_000;

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

  /// Starts at the oldest record if the stream no longer has the record `after`.
  @Override
  public String iterator(String shard, @Nullable String after) {
    ObjectNode request = request().put("StreamArn", arn).put("ShardId", shard);
    if (after == null) {
      return iterator(request.put("ShardIteratorType", "TRIM_HORIZON"));
    }
    request.put("ShardIteratorType", "AFTER_SEQUENCE_NUMBER").put("SequenceNumber", after);
    try {
      return iterator(request);
    } catch (SignedCalls.CallException e) {
      if (e.is("TrimmedDataAccessException")) {
        return iterator(shard, null);
      }
      throw e;
    }
  }

  private String iterator(ObjectNode request) {
    return call("GetShardIterator", request).path("ShardIterator").asText();
  }

  @Override
  public Fetched read(String iterator) {
    JsonNode answer = records(iterator);
    List<JsonNode> records = new ArrayList<>();
    for (JsonNode read : answer.path("Records")) {
      if (read instanceof ObjectNode record) {
        records.add(record.put("eventSourceARN", arn));
      }
    }
    return new Fetched(records, answer.path("NextShardIterator").textValue());
  }

  private JsonNode records(String iterator) {
    try {
      return call("GetRecords", request().put("ShardIterator", iterator).put("Limit", RECORDS_MAX));
    } catch (SignedCalls.CallException e) {
      if (e.is("TrimmedDataAccessException") || e.is("ExpiredIteratorException")) {
        throw new StaleIteratorException();
      }
      throw e;
    }
  }

  private static ObjectNode request() {
    return JsonNodeFactory.instance.objectNode();
  }

  private JsonNode call(String operation, JsonNode request) {
    return calls.post(
        "dynamodb",
        endpoint,
        Map.of(
            "Content-Type", CONTENT_TYPE, "X-Amz-Target", "DynamoDBStreams_20120810." + operation),
        request);
  }
}
