package pagemark.audit;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import pagemark.audit.AuditResult.Compared;
import pagemark.audit.AuditResult.Difference;
import pagemark.audit.AuditResult.Repairs;
import pagemark.entry.Group;
import pagemark.index.IndexException;
import pagemark.state.Inexact;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// What an audit has compared so far, and what it has found. An audit that takes several
/// invocations goes on with the coverage of the last one; [CoverageBytes] writes it down.
///
/// Memory: 40 bytes for each group in writing, about 150 in memory, and up to 8 MB for buckets of
/// large groups. Candidates are no part of it, because each invocation settles its own.
final class Coverage {
  static final int EXAMPLES_MAX = 10;

  /// Items whose kinds are kept, so that an item that two invocations find counts once.
  static final int FOUND_MAX = 100_000;

  /// Torn groups that are kept.
  static final int TORN_MAX = 1_000;

  /// Chooses the sample, which must be the same in all invocations.
  final long seed;

  /// The marks that the generation had when the audit began. Later ones are not proved wrong.
  final Set<Inexact> marks;

  final Fingerprints fingerprints = new Fingerprints();
  final AtomicLong items = new AtomicLong();
  final AtomicLong indexed = new AtomicLong();
  final AtomicLong groups = new AtomicLong();
  final AtomicLong entries = new AtomicLong();
  final AtomicLong unreadable = new AtomicLong();
  final AtomicLong miscounted = new AtomicLong();
  final AtomicLong unreachable = new AtomicLong();
  final AtomicLong unlisted = new AtomicLong();

  private final Map<Integer, Map<String, AttributeValue>> lastKeys = new HashMap<>();
  private final Set<Integer> ended = new HashSet<>();
  private final Set<Long> compared = new HashSet<>();
  private final Map<Long, Bookmark> bookmarks = new HashMap<>();
  private final Map<Long, Kind> found = new HashMap<>();
  private final List<Difference> examples = new ArrayList<>();

  /// The reason why each torn group cannot be read, by the group's text.
  private final Map<String, String> torn = new TreeMap<>();

  private String nodesAfter = "";
  private Sums sums = Sums.NONE;

  /// Counts the pages, groups and parts that have been read, to see whether an invocation gets on.
  final AtomicLong steps = new AtomicLong();

  /// What only the end of an invocation changes.
  ///
  /// @param overflowed whether there were more candidates or differences than are kept
  /// @param judged whether all candidates were looked at a second time
  /// @param over whether everything has been compared
  record Sums(Repairs repairs, long unsettled, boolean overflowed, boolean judged, boolean over) {
    static final Sums NONE = new Sums(Repairs.NONE, 0, false, true, false);

    static Sums ofOverflow() {
      return new Sums(Repairs.NONE, 0, true, true, false);
    }

    Sums plus(Sums that) {
      return new Sums(
          repairs.plus(that.repairs),
          unsettled + that.unsettled,
          overflowed || that.overflowed,
          judged && that.judged,
          over || that.over);
    }
  }

  /// @param marks those of the generation now
  Coverage(long seed, Set<Inexact> marks) {
    this.seed = seed;
    this.marks = Set.copyOf(marks);
  }

  /// Where the reading of a segment goes on: after the item with this key. Empty at its begin, null
  /// if the segment has been read.
  synchronized @Nullable Map<String, AttributeValue> lastKey(int segment) {
    return ended.contains(segment) ? null : lastKeys.getOrDefault(segment, Map.of());
  }

  /// @param lastKey empty at the end of the segment
  synchronized void read(int segment, Map<String, AttributeValue> lastKey) {
    steps.incrementAndGet();
    if (lastKey.isEmpty()) {
      lastKeys.remove(segment);
      ended.add(segment);
    } else {
      lastKeys.put(segment, lastKey);
    }
  }

  /// The segments that are begun, with their last keys.
  synchronized Map<Integer, Map<String, AttributeValue>> lastKeys() {
    return Map.copyOf(lastKeys);
  }

  synchronized Set<Integer> ended() {
    return Set.copyOf(ended);
  }

  synchronized boolean hasCompared(long group) {
    return compared.contains(group);
  }

  /// @return whether the group had not been compared
  synchronized boolean compared(long group) {
    steps.incrementAndGet();
    bookmarks.remove(group);
    return compared.add(group);
  }

  synchronized Set<Long> compared() {
    return Set.copyOf(compared);
  }

  /// The bookmark of a group that is not compared yet.
  synchronized Bookmark bookmark(Group group) {
    return bookmarks.computeIfAbsent(
        Fingerprint.hash(group, 0),
        _ -> new Bookmark(new Fingerprint(fingerprints.of(group).buckets())));
  }

  /// The bookmarks of the groups that are begun, by their hashes.
  synchronized Map<Long, Bookmark> bookmarks() {
    return Map.copyOf(bookmarks);
  }

  synchronized void add(long group, Bookmark bookmark) {
    bookmarks.put(group, bookmark);
  }

  /// The position, in the store's words, up to which nodes were looked for that no group leads to.
  String nodesAfter() {
    return nodesAfter;
  }

  void nodesAfter(String position) {
    steps.incrementAndGet();
    nodesAfter = position;
  }

  Sums sums() {
    return sums;
  }

  void add(Sums more) {
    sums = sums.plus(more);
  }

  /// Adds a difference. An item that is missing in one invocation and a ghost in another one is
  /// misplaced.
  void add(Difference difference) {
    long item = difference.keyBits();
    Kind known = found.get(item);
    if (known == null && found.size() == FOUND_MAX) {
      add(Sums.ofOverflow());
      return;
    }
    found.put(
        item, known == null || known == difference.kind() ? difference.kind() : Kind.MISPLACED);
    if (known == null && examples.size() < EXAMPLES_MAX) {
      examples.add(difference);
    }
  }

  /// The kinds of the differences, by [Difference#keyBits].
  Map<Long, Kind> found() {
    return found;
  }

  List<Difference> examples() {
    return examples;
  }

  void addTorn(IndexException.Torn found) {
    addTorn(found.group().group().text(), String.valueOf(found.getMessage()));
  }

  synchronized void addTorn(String group, String what) {
    if (torn.size() < TORN_MAX) {
      torn.putIfAbsent(group, what);
    }
  }

  synchronized boolean isTorn(Group group) {
    return torn.containsKey(group.text());
  }

  synchronized Map<String, String> torn() {
    return new TreeMap<>(torn);
  }

  /// Forgets the groups, which nobody needs when the audit is over.
  synchronized void forgetGroups() {
    fingerprints.clear();
    compared.clear();
    bookmarks.clear();
  }

  Map<Kind, Long> differences() {
    Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    found.values().forEach(kind -> counts.merge(kind, 1L, Long::sum));
    return counts;
  }

  Compared compared(boolean sample) {
    long held = sample ? indexed.get() + entries.get() : Math.max(indexed.get(), entries.get());
    return new Compared(items.get(), groups.get(), held);
  }
}
