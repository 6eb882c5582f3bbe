package pagemark.audit;

import static java.util.stream.Collectors.toMap;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.key.KeyValue;
import pagemark.repair.VerifiedRepair.Doubt;
import pagemark.state.Generation;
import pagemark.state.KeyHashes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The result of an audit.
///
/// @param torn the groups of an index in DynamoDB that cannot be read, and what is wrong with each;
///   at most 1,000. They were not compared; only a rebuild helps
/// @param found the differences of the last invocation
public record AuditResult(
    Generation generation,
    AuditSettings settings,
    Map<Count, Long> counts,
    Map<String, String> torn,
    List<Difference> found) {
  private static final int FOUND_MAX = 1_000;
  private static final int EXAMPLES_MAX = 10;

  /// What an audit counts.
  public enum Count {
    /// Items whose entry is missing.
    MISSING,
    /// Items of which the index has an entry that it should not have.
    GHOST,
    /// Items with both. Two invocations may see a side each, and count it.
    MISPLACED,
    /// Random places of the table.
    DRAWS,
    ITEMS,
    GROUPS,
    /// Entries of compared groups. A sample and draws also count what the items confirm.
    ENTRIES,
    /// Items that changed at each look.
    UNSETTLED,
    /// Candidates that nobody looked at again: there were too many, or too little time.
    LEFT,
    /// Entries without a readable item key; only a rebuild removes them.
    UNREADABLE,
    /// Wrong counts of an index; those of SQL and DynamoDB are right after a repair.
    MISCOUNTED,
    /// Groups in which the table has entries of the index, and that the index does not list.
    /// Another audit may find them, else a rebuild.
    UNLISTED,
    SETTLED,
    /// Differences whose items cannot be indexed.
    QUARANTINED,
    /// Differences that are still there after the repair.
    OPEN,
    /// Whether everything has been compared.
    OVER
  }

  /// An item that is wrong in the index.
  ///
  /// @param key its key attributes, for the owner's eyes; logs have only its hash
  /// @param seen the entries that it has or may have
  public record Difference(
      Count kind, Map<String, AttributeValue> key, Map<Group, Set<Entry>> seen) {
    Doubt doubt(Generation generation) {
      return new Doubt(generation, key, seen, true, Doubt.NO_RECORD);
    }
  }

  static AuditResult of(
      Generation serving, AuditSettings settings, Progress progress, List<Difference> found) {
    return new AuditResult(
        serving,
        settings,
        Map.copyOf(progress.counts),
        Map.copyOf(progress.torn),
        List.copyOf(found));
  }

  public long count(Count of) {
    return counts.getOrDefault(of, 0L);
  }

  /// How many items are wrong in the index, by kind.
  public Map<Count, Long> differences() {
    Map<Count, Long> kinds = new EnumMap<>(Count.class);
    kinds.putAll(counts);
    kinds.keySet().retainAll(List.of(Count.MISSING, Count.GHOST, Count.MISPLACED));
    return kinds;
  }

  /// The number of differences of all kinds.
  public long different() {
    return differences().values().stream().mapToLong(Long::longValue).sum();
  }

  public boolean isOver() {
    return count(Count.OVER) > 0;
  }

  /// All that was wrong in the index, whether it is repaired or not.
  public long drift() {
    return different() + count(Count.MISCOUNTED) + beyondRepair();
  }

  private long beyondRepair() {
    return count(Count.UNREADABLE) + count(Count.UNLISTED) + torn.size();
  }

  /// Whether the audit found nothing, or has repaired all that it found.
  public boolean isClean() {
    long open = settings.repair() ? count(Count.OPEN) : drift();
    return isOver() && open + beyondRepair() + count(Count.LEFT) == 0;
  }

  /// Whether all was compared, and all differences are repaired.
  public boolean provesAll() {
    boolean whole = settings.sample() == 1 && count(Count.DRAWS) == 0;
    return whole && settings.repair() && isClean() && count(Count.UNSETTLED) == 0;
  }

  /// The fields of the answer's JSON object.
  ///
  /// @param keys whether they name torn groups and the first 1,000 differences; else hashes stand
  ///   for the first ten, as in logs
  public Map<String, Object> json(boolean keys, KeyHashes hashes) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("listing", generation.listing());
    json.put("generation", generation.id());
    json.put("complete", isOver());
    json.put("clean", isClean());
    json.put("sample", settings.sample());
    for (Count each : Count.values()) {
      if (each.compareTo(Count.SETTLED) < 0) {
        json.put(name(each), count(each));
      }
    }
    if (count(Count.DRAWS) > 0 && different() == 0) {
      json.put("boundPartsPerMillion", Math.ceilDiv(3_000_000, count(Count.DRAWS)));
    }
    json.put("torn", torn.size());
    if (settings.repair()) {
      json.put(
          "repair",
          Stream.of(Count.SETTLED, Count.QUARANTINED, Count.OPEN)
              .collect(toMap(AuditResult::name, this::count)));
    }
    if (keys) {
      json.put("tornGroups", torn);
    }
    json.put(
        "found",
        found.stream()
            .limit(keys ? FOUND_MAX : EXAMPLES_MAX)
            .map(
                each ->
                    keys
                        ? Map.of("kind", name(each.kind()), "key", KeyValue.json(each.key()))
                        : Map.of("kind", name(each.kind()), "keyHash", hashes.of(each.key())))
            .toList());
    return json;
  }

  private static String name(Count of) {
    return of.name().toLowerCase(Locale.ROOT);
  }
}
