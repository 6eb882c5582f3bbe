package pagemark.state;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromB;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Keeps a checkpoint of work that takes several invocations in `pagemark-state`, for two days. A
/// checkpoint is cut into parts, as an item holds 400 KB at most. An item that names all parts is
/// written after them, so that a checkpoint is read whole or not at all.
///
/// Cost: a write unit for each KB, and a read unit for each 4 KB.
public record CheckpointItems(DynamoDbClient dynamo, String table, InstantSource clock) {
  /// The largest checkpoint, in bytes.
  public static final int BYTES_MAX = 64 << 20;

  private static final Duration KEPT = Duration.ofDays(2);
  private static final int PART_BYTES_MAX = 350 << 10;

  /// @param version the id of the parts
  private record Head(String version, int parts) {}

  /// The last checkpoint of some work.
  ///
  /// @param work names the kind of work and its listing
  /// @param token names the run
  public Optional<byte[]> last(String work, String token) {
    Head head = head(work, token);
    if (head == null) {
      return Optional.empty();
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int part = 0; part < head.parts(); part++) {
      Map<String, AttributeValue> item = item(work, part(token, head.version(), part));
      bytes.writeBytes(StateItems.required(item, "bytes").b().asByteArrayUnsafe());
    }
    return Optional.of(bytes.toByteArray());
  }

  private @Nullable Head head(String work, String token) {
    Map<String, AttributeValue> item = item(work, token);
    return item.isEmpty()
        ? null
        : new Head(
            StateItems.required(item, "version").s(),
            Integer.parseInt(StateItems.required(item, "parts").n()));
  }

  private Map<String, AttributeValue> item(String work, String sortKey) {
    return dynamo
        .getItem(get -> get.tableName(table).key(key(work, sortKey)).consistentRead(true))
        .item();
  }

  /// Replaces the checkpoint of some work.
  ///
  /// @throws IllegalArgumentException if it is larger than [#BYTES_MAX]
  public void keep(String work, String token, byte[] bytes) {
    if (bytes.length > BYTES_MAX) {
      throw new IllegalArgumentException(
          "the checkpoint of %s has %,d bytes; it may have %,d"
              .formatted(work, bytes.length, BYTES_MAX));
    }
    Head before = head(work, token);
    String version = UUID.randomUUID().toString();
    int parts = Math.ceilDiv(bytes.length, PART_BYTES_MAX);
    for (int part = 0; part < parts; part++) {
      int from = part * PART_BYTES_MAX;
      int length = Math.min(PART_BYTES_MAX, bytes.length - from);
      SdkBytes some = SdkBytes.fromByteBuffer(ByteBuffer.wrap(bytes, from, length));
      put(work, part(token, version, part), Map.of("bytes", fromB(some)));
    }
    put(work, token, Map.of("version", fromS(version), "parts", fromN(Integer.toString(parts))));
    removeParts(work, token, before);
  }

  private void put(String work, String sortKey, Map<String, AttributeValue> attributes) {
    Map<String, AttributeValue> item = new HashMap<>(attributes);
    item.putAll(key(work, sortKey));
    item.put("expires", fromN(Long.toString(clock.instant().plus(KEPT).getEpochSecond())));
    dynamo.putItem(put -> put.tableName(table).item(item));
  }

  private void removeParts(String work, String token, @Nullable Head head) {
    for (int part = 0; head != null && part < head.parts(); part++) {
      Map<String, AttributeValue> key = key(work, part(token, head.version(), part));
      dynamo.deleteItem(delete -> delete.tableName(table).key(key));
    }
  }

  private static String part(String token, String version, int part) {
    return "%s#%s#%05d".formatted(token, version, part);
  }

  private static Map<String, AttributeValue> key(String work, String sortKey) {
    return Map.of("pk", fromS("checkpoint#" + work), "sk", fromS(sortKey));
  }
}
