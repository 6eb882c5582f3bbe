package pagemark.audit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The result of an audit.
///
/// @param complete whether the audit ended in time
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
/// @param repairs the result of the repairs; null if the audit does not repair
/// @param examples the first differences
public record AuditResult(
    String listing,
    String generation,
    double sample,
    boolean complete,
    boolean atLeast,
    Compared compared,
    Map<Kind, Long> differences,
    long unsettled,
    long unreadable,
    long miscounted,
    long unreachable,
    @Nullable Repairs repairs,
    List<Example> examples) {
  public AuditResult {
    differences = Map.copyOf(differences);
    examples = List.copyOf(examples);
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
  public record Repairs(long settled, long poisoned, long open) {}

  /// One difference.
  ///
  /// @param keyHash SHA-256 of the item's key, as in `pagemark-state`
  public record Example(Kind kind, String keyHash) {}

  public long count(Kind kind) {
    return differences.getOrDefault(kind, 0L);
  }

  /// The number of differences of all kinds.
  public long different() {
    return differences.values().stream().mapToLong(Long::longValue).sum();
  }

  /// All that was wrong in the index, whether it is repaired or not.
  public long drift() {
    return different() + unreadable + miscounted + unreachable;
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
        && (miscounted == 0 || repairs != null)
        && (different() == 0 || (repairs != null && repairs.open() == 0));
  }

  /// Whether the audit proves that the index equals the table: all of it was compared, and all
  /// differences are repaired.
  boolean provesAll() {
    return sample == 1 && repairs != null && unsettled == 0 && isClean();
  }

  /// The fields of the answer's JSON object.
  public Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("listing", listing);
    json.put("generation", generation);
    json.put("complete", complete);
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
            .map(example -> Map.of("kind", name(example.kind()), "keyHash", example.keyHash()))
            .toList());
    return json;
  }

  private static String name(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }
}
