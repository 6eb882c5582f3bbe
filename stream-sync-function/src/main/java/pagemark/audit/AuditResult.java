package pagemark.audit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an audit found.
///
/// @param complete whether it came to its end in time
/// @param atLeast whether there were more candidates than it could keep, so that it can be run
///   again
/// @param differences how many items the index has wrong, by how; of a misplaced one a sample may
///   see one side only
/// @param unsettled items that changed at each look
/// @param unreadable entries that are no item's: only a rebuild removes them
/// @param miscounted counts of an index in SQL that differed from what they count; a repair has
///   made them right
/// @param repairs null where nothing was to be repaired
/// @param examples of the first differences
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
    @Nullable Repairs repairs,
    List<Example> examples) {
  public AuditResult {
    differences = Map.copyOf(differences);
    examples = List.copyOf(examples);
  }

  /// @param items of the table
  /// @param entries of the index; in a sample those of the items count too
  public record Compared(long items, long groups, long entries) {}

  /// What became of the differences.
  ///
  /// @param poisoned those whose items cannot be indexed; they are quarantined
  /// @param open those that are still there
  public record Repairs(long settled, long poisoned, long open) {}

  /// @param keyHash SHA-256 of the item's key, as in `pagemark-state`
  public record Example(Kind kind, String keyHash) {}

  public long count(Kind kind) {
    return differences.getOrDefault(kind, 0L);
  }

  /// How many items the index has wrong.
  public long different() {
    return differences.values().stream().mapToLong(Long::longValue).sum();
  }

  /// Differences per million entries.
  public double partsPerMillion() {
    return 1e6 * different() / Math.max(1, compared.entries());
  }

  /// Whether nothing was found, or all that was is repaired.
  public boolean isClean() {
    return complete
        && !atLeast
        && unreadable == 0
        && (miscounted == 0 || repairs != null)
        && (different() == 0 || (repairs != null && repairs.open() == 0));
  }

  /// Whether all of the index was compared, and what differed is repaired.
  boolean provesAll() {
    return sample == 1 && repairs != null && unsettled == 0 && isClean();
  }

  /// As a JSON object's fields.
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
