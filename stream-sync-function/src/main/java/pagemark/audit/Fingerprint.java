package pagemark.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import pagemark.entry.Group;
import pagemark.entry.Position;

/// A fingerprint of a set of positions, in 16 bytes: their number, and the sum of their hashes.
/// Different sets have the same fingerprint with a probability of 1 in 2^64.
record Fingerprint(long count, long sum) {
  static final Fingerprint NONE = new Fingerprint(0, 0);

  static Fingerprint of(Position position) {
    long score = Double.doubleToLongBits(position.score());
    return new Fingerprint(1, mixed(score * 31 + hash(position.member().toArray())));
  }

  Fingerprint plus(Fingerprint other) {
    return new Fingerprint(count + other.count, sum + other.sum);
  }

  static long hash(Group group, long salt) {
    return mixed(salt + hash(group.text().getBytes(UTF_8)));
  }

  /// FNV-1a.
  private static long hash(byte[] bytes) {
    long hash = 0xcbf29ce484222325L;
    for (byte each : bytes) {
      hash = (hash ^ (each & 0xff)) * 0x100000001b3L;
    }
    return mixed(hash + Arrays.hashCode(bytes));
  }

  /// The finalizer of MurmurHash3.
  private static long mixed(long bits) {
    long mixed = (bits ^ (bits >>> 33)) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ (mixed >>> 33);
  }
}
