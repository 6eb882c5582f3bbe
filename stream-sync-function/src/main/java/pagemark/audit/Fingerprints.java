package pagemark.audit;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import pagemark.entry.Group;
import pagemark.entry.Position;

/// What the scan has found for each group: a [Fingerprint] of the confirmed positions, in which the
/// places of missing entries are doubtful. Groups are kept by a hash, so that long names take no
/// memory. Two groups with the same hash are compared without need, and nothing worse.
///
/// Memory: some 130 bytes for each group, and up to 8 MB for buckets.
final class Fingerprints {
  private static final int BUCKETS_MAX = 1 << 20;

  private final Map<Long, Fingerprint> byGroup = new ConcurrentHashMap<>();

  /// In fingerprints with more than one.
  private final AtomicInteger buckets = new AtomicInteger();

  boolean isKnown(Group group) {
    return byGroup.containsKey(hash(group));
  }

  /// Prepares for a group, before anything of it is confirmed. A group that comes later than many
  /// large ones gets one bucket, whatever its size.
  ///
  /// @param entries how many the index has
  void expect(Group group, long entries) {
    byGroup.computeIfAbsent(hash(group), _ -> fresh(Fingerprint.buckets(entries)));
  }

  private Fingerprint fresh(int count) {
    boolean fits = count == 1 || buckets.addAndGet(count) <= BUCKETS_MAX;
    return new Fingerprint(fits ? count : 1);
  }

  void confirm(Group group, Position position) {
    of(group).add(position);
  }

  /// Tells of a position that the index lacks.
  void doubt(Group group, Position position) {
    of(group).doubt(position);
  }

  Fingerprint of(Group group) {
    return byGroup.computeIfAbsent(hash(group), _ -> new Fingerprint(1));
  }

  /// How many groups have confirmed entries and are not among `groups`, which are hashes.
  long unlisted(Set<Long> groups) {
    return byGroup.entrySet().stream()
        .filter(group -> group.getValue().count() > 0 && !groups.contains(group.getKey()))
        .count();
  }

  void clear() {
    byGroup.clear();
  }

  void write(DataOutputStream out) throws IOException {
    CoverageBytes.writeAll(
        byGroup.entrySet(),
        group -> {
          out.writeLong(group.getKey());
          group.getValue().write(out);
        },
        out);
  }

  /// Reads what [#write] wrote.
  void read(DataInputStream in) throws IOException {
    CoverageBytes.readAll(
        () -> {
          long group = in.readLong();
          Fingerprint read = Fingerprint.read(in);
          byGroup.put(group, read);
          buckets.addAndGet(read.buckets() > 1 ? read.buckets() : 0);
        },
        in);
  }

  private static long hash(Group group) {
    return Fingerprint.hash(group, 0);
  }
}
