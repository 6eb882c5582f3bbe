package pagemark.local.pump;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.watch.WatchedStream;

/// A stream of DynamoDB Local that costs little while it is quiet. A bare GetRecords call comes
/// before each read: DynamoDB Local accepts any signature, and an answer without records always
/// begins with the same text, so nothing is signed and nothing is parsed.
///
/// @param endpoint the address of DynamoDB Local
public record LocalStream(WatchedStream stream, URI endpoint) implements WatchedStream {
  private static final int MILLIS_MAX = 2_000;
  private static final String NOTHING = "{\"Records\":[],\"NextShardIterator\":\"";

  @Override
  public List<Shard> shards() {
    return stream.shards();
  }

  @Override
  public String iterator(String shard, @Nullable String after) {
    return stream.iterator(shard, after);
  }

  @Override
  public Fetched read(String iterator) {
    return isQuiet(iterator) ? new Fetched(List.of(), iterator) : stream.read(iterator);
  }

  /// Whether there is nothing to read yet. If the call fails, the answer is no: the read that
  /// follows then fails as well, and reports why.
  private boolean isQuiet(String iterator) {
    try {
      HttpURLConnection call = (HttpURLConnection) endpoint.toURL().openConnection();
      call.setConnectTimeout(MILLIS_MAX);
      call.setReadTimeout(MILLIS_MAX);
      call.setDoOutput(true);
      call.setRequestProperty("Content-Type", "application/x-amz-json-1.0");
      call.setRequestProperty("X-Amz-Target", "DynamoDBStreams_20120810.GetRecords");
      call.setRequestProperty("X-Amz-Date", "20260101T000000Z");
      call.setRequestProperty(
          "Authorization",
          "AWS4-HMAC-SHA256 Credential=local/20260101/local/dynamodb/aws4_request,"
              + " SignedHeaders=host, Signature=0");
      try (OutputStream body = call.getOutputStream()) {
        body.write("{\"ShardIterator\":\"%s\",\"Limit\":1}".formatted(iterator).getBytes(UTF_8));
      }
      try (InputStream answer = call.getInputStream()) {
        return new String(answer.readAllBytes(), UTF_8).startsWith(NOTHING);
      }
    } catch (IOException e) {
      return false;
    }
  }
}
