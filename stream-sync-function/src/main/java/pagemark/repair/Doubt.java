package pagemark.repair;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import pagemark.index.Sequence;
import pagemark.key.Cell;
import pagemark.key.Entry;
import pagemark.key.Group;
import pagemark.state.Generation;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// An item that an index may have wrong.
///
/// @param key the item's key attributes
/// @param seen the entries that it has, or may have, in each group; none where only the table knows
/// @param sequence of the record that brought the doubt; [#NO_RECORD] where none did
public record Doubt(
    Generation generation,
    Map<String, AttributeValue> key,
    Map<Group, Set<Entry>> seen,
    Sequence sequence) {
  /// Older than every record.
  public static final Sequence NO_RECORD = new Sequence("0");

  public Doubt {
    key = Map.copyOf(key);
    seen = Map.copyOf(seen);
  }

  /// That an item's entry may be missing, or one may be there that should not.
  public static Doubt of(Generation generation, Map<String, AttributeValue> key) {
    return new Doubt(generation, key, Map.of(), NO_RECORD);
  }

  /// Of an entry that the index has.
  ///
  /// @param entry in [Cell#WHOLE] where nobody knows its cell
  public static Doubt ofEntry(Generation generation, Group group, Entry entry) {
    Map<String, AttributeValue> key =
        generation.definition().positions().keyAttributes(group, entry.position());
    return new Doubt(generation, key, Map.of(group, entries(generation, entry)), NO_RECORD);
  }

  private static Set<Entry> entries(Generation generation, Entry entry) {
    List<Cell> cells = generation.definition().cells();
    return cells.isEmpty() || !entry.cell().isWhole()
        ? Set.of(entry)
        : cells.stream().map(cell -> new Entry(cell, entry.position())).collect(Collectors.toSet());
  }

  /// Both doubts of one item.
  Doubt and(Doubt other) {
    Map<Group, Set<Entry>> both = new HashMap<>(seen);
    other.seen.forEach((group, entries) -> both.merge(group, entries, Doubt::union));
    Sequence newer = sequence.compareTo(other.sequence) < 0 ? other.sequence : sequence;
    return new Doubt(generation, key, both, newer);
  }

  private static Set<Entry> union(Set<Entry> a, Set<Entry> b) {
    return Stream.concat(a.stream(), b.stream()).collect(Collectors.toSet());
  }
}
