package pagemark.audit;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import pagemark.entry.Group;

/// What the scan has found for each group: a [Fingerprint] of the confirmed positions, and whether
/// an entry was missing. Groups are kept by a hash, so that long names take no memory. Two groups
/// with the same hash are compared without need, and nothing worse.
final class Fingerprints {
  private final Map<Long, Fingerprint> confirmed = new ConcurrentHashMap<>();
  private final Set<Long> doubtful = ConcurrentHashMap.newKeySet();

  void confirm(Group group, Fingerprint fingerprint) {
    confirmed.merge(hash(group), fingerprint, Fingerprint::plus);
  }

  void doubt(Group group) {
    doubtful.add(hash(group));
  }

  Fingerprint confirmed(Group group) {
    return confirmed.getOrDefault(hash(group), Fingerprint.NONE);
  }

  /// How many groups have confirmed entries and are not among `groups`, which are hashes.
  long unlisted(Set<Long> groups) {
    return confirmed.keySet().stream().filter(group -> !groups.contains(group)).count();
  }

  boolean isDoubtful(Group group) {
    return doubtful.contains(hash(group));
  }

  void clear() {
    confirmed.clear();
    doubtful.clear();
  }

  void write(DataOutputStream out) throws IOException {
    CoverageBytes.writeAll(
        confirmed.entrySet(),
        group -> {
          out.writeLong(group.getKey());
          out.writeLong(group.getValue().count());
          out.writeLong(group.getValue().sum());
        },
        out);
    CoverageBytes.writeAll(doubtful, out::writeLong, out);
  }

  /// Reads what [#write] wrote.
  void read(DataInputStream in) throws IOException {
    CoverageBytes.readAll(
        () -> confirmed.put(in.readLong(), new Fingerprint(in.readLong(), in.readLong())), in);
    CoverageBytes.readAll(() -> doubtful.add(in.readLong()), in);
  }

  private static long hash(Group group) {
    return Fingerprint.hash(group, 0);
  }
}
