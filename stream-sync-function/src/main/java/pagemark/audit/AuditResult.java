package pagemark.audit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.state.Generation;
import pagemark.state.Inexact;
import pagemark.state.KeyHashes;
import pagemark.state.QuarantinedItem;
import pagemark.table.KeyJson;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The result of an audit.
///
/// @param isOver whether everything has been compared
/// @param complete whether everything has been compared and judged
/// @param atLeast whether there were more candidates than it could keep; another audit finds the
///   rest
/// @param differences how many items are wrong in the index, by kind. A sample may see only one
///   side of a misplaced item
/// @param unsettled how many items changed at each look
/// @param unreadable how many entries have no readable item key; only a rebuild removes them
/// @param miscounted how many counts of an index in SQL or DynamoDB were wrong; an audit with
///   repair has corrected them
/// @param unreachable how many nodes of an index in DynamoDB no group leads to; only a rebuild
///   removes them. A sample does not look for them
/// @param unlisted in how many groups the table has entries of the index that the index does not
///   list: they were not compared. Another audit may find them, else a rebuild. A sample does not
///   look for them
/// @param torn the groups of an index in DynamoDB that cannot be read, and what is wrong with each;
///   at most 1,000. They were not compared; only a rebuild helps
/// @param repairs the result of the repairs; null if the audit does not repair
/// @param examples the first ten differences
/// @param found the differences of the last invocation; at most 1,000
/// @param marks those that the generation had when the audit began
public record AuditResult(
    String listing,
    String generation,
    double sample,
    boolean isOver,
    boolean complete,
    boolean atLeast,
    Compared compared,
    Map<Kind, Long> differences,
    long unsettled,
    long unreadable,
    long miscounted,
    long unreachable,
    long unlisted,
    Map<String, String> torn,
    @Nullable Repairs repairs,
    List<Difference> examples,
    List<Difference> found,
    Set<Inexact> marks) {
  public static final int FOUND_MAX = 1_000;

  public AuditResult {
    differences = Map.copyOf(differences);
    torn = Map.copyOf(torn);
    examples = List.copyOf(examples);
    found = List.copyOf(found);
    marks = Set.copyOf(marks);
  }

  static AuditResult of(
      Generation serving, AuditSettings settings, Coverage coverage, List<Difference> found) {
    Coverage.Sums sums = coverage.sums();
    return new AuditResult(
        serving.listing(),
        serving.id(),
        settings.sample(),
        sums.over(),
        sums.over() && sums.judged(),
        sums.overflowed(),
        coverage.compared(settings.isSample()),
        coverage.differences(),
        sums.unsettled(),
        coverage.unreadable.get(),
        coverage.miscounted.get(),
        coverage.unreachable.get(),
        coverage.unlisted.get(),
        coverage.torn(),
        settings.repair() ? sums.repairs() : null,
        coverage.examples(),
        found.subList(0, Math.min(found.size(), FOUND_MAX)),
        coverage.marks);
  }

  /// How much was compared.
  ///
  /// @param items items of the table
  /// @param groups groups of the index
  /// @param entries entries of the index; a sample counts those of its items too
  public record Compared(long items, long groups, long entries) {}

  /// Counts of the differences, by the result of their repair.
  ///
  /// @param poisoned differences whose items cannot be indexed and are quarantined
  /// @param open differences that are still there
  public record Repairs(long settled, long poisoned, long open) {
    static final Repairs NONE = new Repairs(0, 0, 0);

    Repairs plus(Repairs that) {
      return new Repairs(settled + that.settled, poisoned + that.poisoned, open + that.open);
    }
  }

  /// An item that is wrong in the index.
  ///
  /// @param key its key attributes, for the owner's eyes; logs have only its hash
  public record Difference(Kind kind, Map<String, AttributeValue> key) {
    public Difference {
      key = Map.copyOf(key);
    }

    /// SHA-256 of the item's key.
    private String keyHash() {
      return QuarantinedItem.keyHash(key);
    }

    /// The first 64 bits of [#keyHash].
    long keyBits() {
      return Long.parseUnsignedLong(keyHash(), 0, 16, 16);
    }
  }

  public long count(Kind kind) {
    return differences.getOrDefault(kind, 0L);
  }

  /// The number of differences of all kinds.
  public long different() {
    return differences.values().stream().mapToLong(Long::longValue).sum();
  }

  /// All that was wrong in the index, whether it is repaired or not.
  public long drift() {
    return different() + unreadable + miscounted + unreachable + unlisted + torn.size();
  }

  /// Differences per million entries.
  public double partsPerMillion() {
    return 1e6 * different() / Math.max(1, compared.entries());
  }

  /// Whether the audit found nothing, or has repaired all that it found.
  public boolean isClean() {
    return complete
        && !atLeast
        && unreadable == 0
        && unreachable == 0
        && unlisted == 0
        && torn.isEmpty()
        && (miscounted == 0 || repairs != null)
        && (different() == 0 || (repairs != null && repairs.open() == 0));
  }

  /// Whether the audit proves that the index equals the table: all of it was compared, and all
  /// differences are repaired.
  boolean provesAll() {
    return sample == 1 && repairs != null && unsettled == 0 && isClean();
  }

  /// The fields of the answer's JSON object.
  ///
  /// @param keys whether they include the keys of the differences and of torn groups
  /// @param hashes stand for the items of the examples, as in logs
  public Map<String, Object> json(boolean keys, KeyHashes hashes) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("listing", listing);
    json.put("generation", generation);
    json.put("complete", complete);
    json.put("clean", isClean());
    json.put("sample", sample);
    json.put("items", compared.items());
    json.put("groups", compared.groups());
    json.put("entries", compared.entries());
    for (Kind kind : Kind.values()) {
      json.put(name(kind), count(kind));
    }
    json.put("atLeast", atLeast);
    json.put("partsPerMillion", Math.round(partsPerMillion() * 1000) / 1000.0);
    json.put("unsettled", unsettled);
    json.put("unreadable", unreadable);
    json.put("miscounted", miscounted);
    json.put("unreachable", unreachable);
    json.put("unlisted", unlisted);
    json.put("torn", torn.size());
    if (!torn.isEmpty()) {
      json.put("tornGroups", tornGroups(keys));
    }
    if (repairs != null) {
      json.put(
          "repair",
          Map.of(
              "settled", repairs.settled(),
              "quarantined", repairs.poisoned(),
              "open", repairs.open()));
    }
    json.put(
        "examples",
        examples.stream()
            .map(
                example ->
                    Map.of("kind", name(example.kind()), "keyHash", hashes.of(example.key())))
            .toList());
    if (keys) {
      json.put("found", found.stream().map(AuditResult::json).toList());
      json.put("moreFound", found.size() == FOUND_MAX);
    }
    return json;
  }

  private List<Map<String, String>> tornGroups(boolean keys) {
    return torn.entrySet().stream()
        .map(
            group ->
                keys
                    ? Map.of("group", group.getKey(), "reason", group.getValue())
                    : Map.of("reason", group.getValue()))
        .toList();
  }

  private static Map<String, Object> json(Difference difference) {
    return Map.of("kind", name(difference.kind()), "key", KeyJson.of(difference.key()));
  }

  private static String name(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }
}
