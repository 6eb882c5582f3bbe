package pagemark.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Tests [KeyHashes] on DynamoDB Local.
final class KeyHashesIT {
  private static final Map<String, AttributeValue> RITA = Map.of("PK", fromS("rita"));

  private static KeyHashes hashes(LocalDynamo dynamo) {
    return new KeyHashes(dynamo.state());
  }

  @Test
  void processesOfATableAgreeAndOthersDoNot() throws Exception {
    LocalDynamo dynamo = LocalDynamo.create();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<String>> begun =
          IntStream.range(0, 8)
              .mapToObj(_ -> threads.submit(() -> hashes(dynamo).of(RITA)))
              .toList();
      for (Future<String> hash : begun) {
        assertEquals(hashes(dynamo).of(RITA), hash.get(), "all begin at the same time");
      }
    }
    assertNotEquals(hashes(LocalDynamo.create()).of(RITA), hashes(dynamo).of(RITA));
    assertNotEquals(SampleHashes.ofThisProcess().of(RITA), hashes(dynamo).of(RITA));
  }

  @Test
  void aHashIsAnHmacOfTheKeyWithTheSecret() throws Exception {
    LocalDynamo dynamo = LocalDynamo.create();
    String hash = hashes(dynamo).of(RITA);
    Map<String, AttributeValue> item =
        dynamo
            .client()
            .getItem(
                g ->
                    g.tableName(dynamo.table())
                        .key(Map.of("pk", fromS("secret"), "sk", fromS("key-hashes"))))
            .item();
    byte[] secret = Objects.requireNonNull(item.get("secret")).b().asByteArray();
    assertEquals(32, secret.length);
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret, "HmacSHA256"));
    assertEquals(HexFormat.of().formatHex(mac.doFinal("PK\0S4\0rita\0".getBytes(UTF_8))), hash);
    assertNotEquals(QuarantinedItem.keyHash(RITA), hash, "who has only the log cannot try keys");
    assertNotEquals(hash, hashes(dynamo).of(Map.of("PK", fromN("4"))));
  }

  @Test
  void aStateTableThatCannotBeReadFailsNothing() {
    KeyHashes hashes =
        new KeyHashes(new StateTable(LocalDynamo.create().client(), "another-table"));
    assertEquals("unknown", hashes.of(RITA));
  }
}
