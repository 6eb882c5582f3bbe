package pagemark.redis.script;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;
import pagemark.entry.Bytes;
import pagemark.entry.Sha256;

/// The 16 bytes that stand for an item key in packed fences. Their first four choose the field, so
/// they are evenly distributed for all keys. They are those of a hash: SHA-256 of the generation's
/// id and the key. So nobody can choose keys whose fences share a field.
///
/// | item key | bytes |
/// | --- | --- |
/// | up to 11 bytes | 4 of the hash, the key, zeros up to 15 bytes, the key's length |
/// | longer | 15 of the hash, `FF` |
///
/// So two short keys never have the same digest. Two long ones would be one item; nobody can find
/// such keys in less than 2^60 tries.
final class ItemDigest {
  private static final int LENGTH = 16;
  private static final int HASH = 4;
  private static final int SHORT_MAX = LENGTH - HASH - 1;
  private static final byte LONG = (byte) 0xFF;

  private ItemDigest() {}

  static byte[] of(String generation, Bytes item) {
    byte[] key = item.toArray();
    byte[] digest = Arrays.copyOf(Sha256.of(generation.getBytes(US_ASCII), key), LENGTH);
    digest[LENGTH - 1] = LONG;
    if (key.length <= SHORT_MAX) {
      Arrays.fill(digest, HASH, LENGTH, (byte) 0);
      System.arraycopy(key, 0, digest, HASH, key.length);
      digest[LENGTH - 1] = (byte) key.length;
    }
    return digest;
  }
}
