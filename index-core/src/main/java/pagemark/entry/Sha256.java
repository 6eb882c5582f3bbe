package pagemark.entry;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// The hash SHA-256, which every Java has.
public final class Sha256 {
  private Sha256() {}

  /// The 32 bytes for `parts`, one after another.
  public static byte[] of(byte[]... parts) {
    try {
      MessageDigest hash = MessageDigest.getInstance("SHA-256");
      for (byte[] part : parts) {
        hash.update(part);
      }
      return hash.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
