package pagemark.repair;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.index.Sequence;
import pagemark.state.Generation;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// An item that may be wrong in an index: the input of a [VerifiedRepair].
///
/// @param key the item's key attributes
/// @param seen the entries that the item has, or may have, in each group; empty if unknown
/// @param everywhere whether the item may lack its entry in other groups too; if not, nobody looks
///   at them
/// @param sequence the number of the record that caused the doubt; [#NO_RECORD] if none did
public record Doubt(
    Generation generation,
    Map<String, AttributeValue> key,
    Map<Group, Set<Entry>> seen,
    boolean everywhere,
    Sequence sequence) {
  /// Older than every record.
  public static final Sequence NO_RECORD = new Sequence("0");

  public Doubt {
    key = Map.copyOf(key);
    seen = Map.copyOf(seen);
  }

  /// A doubt about an item of which no entry is known.
  public static Doubt of(Generation generation, Map<String, AttributeValue> key) {
    return new Doubt(generation, key, Map.of(), true, NO_RECORD);
  }

  /// A doubt about an entry of the index, and so about its group alone.
  ///
  /// @param entry the entry, with [Cell#WHOLE] if its cell is unknown; then every cell is searched
  public static Doubt ofEntry(Generation generation, Group group, Entry entry) {
    Map<String, AttributeValue> key =
        generation.definition().positions().keyAttributes(group, entry.position());
    return new Doubt(generation, key, Map.of(group, entries(generation, entry)), false, NO_RECORD);
  }

  private static Set<Entry> entries(Generation generation, Entry entry) {
    List<Cell> cells = generation.definition().cells();
    return cells.isEmpty() || !entry.cell().isWhole()
        ? Set.of(entry)
        : cells.stream().map(cell -> new Entry(cell, entry.position())).collect(Collectors.toSet());
  }

  /// Joins two doubts about the same item.
  Doubt and(Doubt other) {
    Map<Group, Set<Entry>> both = new HashMap<>(seen);
    other.seen.forEach((group, entries) -> both.merge(group, entries, Doubt::union));
    Sequence newer = sequence.compareTo(other.sequence) < 0 ? other.sequence : sequence;
    return new Doubt(generation, key, both, everywhere || other.everywhere, newer);
  }

  private static Set<Entry> union(Set<Entry> a, Set<Entry> b) {
    return Stream.concat(a.stream(), b.stream()).collect(Collectors.toSet());
  }
}
