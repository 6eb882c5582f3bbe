package pagemark.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromB;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/// Hashes that stand for items in logs. A log reader can match two lines of one item, but cannot
/// guess keys: that takes a secret of the installation (HMAC-SHA256), which is in the state table.
///
/// The secret is 32 random bytes in the state table. The first process that needs it creates it,
/// and each process reads it once: one read unit, and one write unit in the life of the table. If
/// its item is deleted, the next process creates another, and nobody can tell any more which items
/// older lines are about.
public final class KeyHashes {
  /// What stands for all items while the secret cannot be read.
  static final String UNKNOWN = "unknown";

  private static final int SECRET_BYTES = 32;
  private static final Duration CALL_MAX = Duration.ofSeconds(1);
  private static final Map<String, AttributeValue> ITEM =
      Map.of("pk", fromS("secret"), "sk", fromS("key-hashes"));

  private final Supplier<byte[]> source;
  private volatile byte @Nullable [] secret;

  KeyHashes(Supplier<byte[]> source) {
    this.source = source;
  }

  /// With the secret of a state table.
  public static KeyHashes of(DynamoDbClient dynamo, String table) {
    return new KeyHashes(() -> kept(dynamo, table));
  }

  /// The hash of an item's key, in hexadecimal; `unknown` if the secret cannot be read now.
  public String of(Map<String, AttributeValue> key) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret(), "HmacSHA256"));
      return HexFormat.of().formatHex(mac.doFinal(StateItems.text(key).getBytes(UTF_8)));
    } catch (SdkException e) {
      return UNKNOWN;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private byte[] secret() {
    byte[] read = secret;
    if (read == null) {
      read = source.get();
      secret = read;
    }
    return read;
  }

  private static byte[] random() {
    byte[] bytes = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(bytes);
    return bytes;
  }

  private static byte[] kept(DynamoDbClient dynamo, String table) {
    return read(dynamo, table).orElseGet(() -> created(dynamo, table));
  }

  private static Optional<byte[]> read(DynamoDbClient dynamo, String table) {
    return dynamo
        .query(
            q ->
                q.tableName(table)
                    .consistentRead(true)
                    .keyConditionExpression("pk = :pk AND sk = :sk")
                    .expressionAttributeValues(
                        Map.of(
                            ":pk", StateItems.required(ITEM, "pk"),
                            ":sk", StateItems.required(ITEM, "sk")))
                    .overrideConfiguration(c -> c.apiCallTimeout(CALL_MAX)))
        .items()
        .stream()
        .map(item -> StateItems.required(item, "secret").b().asByteArray())
        .findFirst();
  }

  /// Creates the secret, unless another process was faster.
  private static byte[] created(DynamoDbClient dynamo, String table) {
    byte[] bytes = random();
    try {
      dynamo.putItem(
          p ->
              p.tableName(table)
                  .item(
                      Map.of(
                          "pk", StateItems.required(ITEM, "pk"),
                          "sk", StateItems.required(ITEM, "sk"),
                          "secret", fromB(SdkBytes.fromByteArray(bytes))))
                  .conditionExpression("attribute_not_exists(pk)")
                  .overrideConfiguration(c -> c.apiCallTimeout(CALL_MAX)));
      return bytes;
    } catch (ConditionalCheckFailedException e) {
      return read(dynamo, table).orElseThrow();
    }
  }
}
