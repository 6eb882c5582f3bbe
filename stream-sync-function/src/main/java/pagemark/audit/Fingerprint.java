package pagemark.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import pagemark.entry.Group;
import pagemark.entry.Position;

/// A fingerprint of a set of positions: their number, and the sums of their hashes. Different sets
/// have the same fingerprint with a probability of 1 in 2^64.
///
/// A large set is divided into buckets, by the hashes of its positions, and has a sum for each. Two
/// large sets with few differences differ in few buckets.
///
/// Memory: some 60 bytes, and 8 for each bucket.
final class Fingerprint {
  /// A set of fewer positions has one bucket.
  private static final int LARGE = 100_000;

  private static final int POSITIONS_PER_BUCKET = 128;
  private static final int BUCKETS_MAX = 65_536;

  private final long[] sums;
  private final BitSet doubtful;
  private long count;

  /// @param buckets a power of two
  Fingerprint(int buckets) {
    this(0, new long[buckets], new BitSet());
  }

  private Fingerprint(long count, long[] sums, BitSet doubtful) {
    this.count = count;
    this.sums = sums;
    this.doubtful = doubtful;
  }

  /// How many buckets a set with so many positions should have.
  static int buckets(long positions) {
    return positions < LARGE
        ? 1
        : (int) Math.min(BUCKETS_MAX, Long.highestOneBit(positions / POSITIONS_PER_BUCKET));
  }

  int buckets() {
    return sums.length;
  }

  synchronized long count() {
    return count;
  }

  synchronized void add(Position position) {
    long hash = hash(position);
    count++;
    sums[bucket(hash)] += hash;
  }

  /// Marks the bucket of a position, so that it differs from that of any other fingerprint.
  synchronized void doubt(Position position) {
    doubtful.set(bucket(hash(position)));
  }

  /// The bucket of a position.
  int bucket(Position position) {
    return bucket(hash(position));
  }

  private int bucket(long hash) {
    return (int) (hash & (sums.length - 1));
  }

  /// The buckets in which this set may differ from another one with as many buckets.
  synchronized BitSet differences(Fingerprint other) {
    BitSet differing = (BitSet) doubtful.clone();
    for (int i = 0; i < sums.length; i++) {
      if (sums[i] != other.sums[i]) {
        differing.set(i);
      }
    }
    return differing;
  }

  synchronized void write(DataOutputStream out) throws IOException {
    out.writeLong(count);
    out.writeInt(sums.length);
    for (long sum : sums) {
      out.writeLong(sum);
    }
    write(doubtful, out);
  }

  /// Reads what [#write] wrote.
  static Fingerprint read(DataInputStream in) throws IOException {
    long count = in.readLong();
    long[] sums = new long[in.readInt()];
    for (int i = 0; i < sums.length; i++) {
      sums[i] = in.readLong();
    }
    return new Fingerprint(count, sums, readBits(in));
  }

  static void write(BitSet bits, DataOutputStream out) throws IOException {
    byte[] bytes = bits.toByteArray();
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  static BitSet readBits(DataInputStream in) throws IOException {
    return BitSet.valueOf(in.readNBytes(in.readInt()));
  }

  private static long hash(Position position) {
    long score = Double.doubleToLongBits(position.score());
    return mixed(score * 31 + hash(position.member().toArray()));
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
