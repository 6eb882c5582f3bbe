package pagemark.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

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

  private record Secret(Bytes secret) implements Document {
    static final Key KEY = new Key("secret", "key-hashes");

    static Secret random() {
      byte[] bytes = new byte[SECRET_BYTES];
      new SecureRandom().nextBytes(bytes);
      return new Secret(Bytes.of(bytes));
    }

    @Override
    public Key documentKey() {
      return KEY;
    }
  }

  private final StateStore state;
  private volatile @Nullable Secret secret;

  /// With the secret of a state table.
  public KeyHashes(StateStore state) {
    this.state = state;
  }

  /// The hash of an item's key, in hexadecimal; `unknown` if the secret cannot be read now.
  public String of(Map<String, AttributeValue> key) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret(), "HmacSHA256"));
      return HexFormat.of().formatHex(mac.doFinal(QuarantinedItem.text(key).getBytes(UTF_8)));
    } catch (SdkException e) {
      return UNKNOWN;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Creates the secret if there is none, unless another process is faster.
  private byte[] secret() {
    Secret read = secret;
    if (read == null) {
      read =
          requireNonNull(
              state.change(
                  Secret.class, Secret.KEY, kept -> kept == null ? Secret.random() : kept));
      secret = read;
    }
    return read.secret.toArray();
  }
}
