package pagemark.listing;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.key.GroupKey;
import pagemark.key.PositionCodec;
import pagemark.key.UnfitException;
import pagemark.listing.Indexable.Absent;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Indexable.Poison;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The part of a listing that its index depends on. A generation of an index belongs to exactly one
/// definition: a changed definition needs a new generation.
///
/// @param keyFormat the version of the index's format: 1; 2 if the index packs its fences
///   (`docs/index-layout.md`); 3 if its trees do not count the end of a group
///   (`docs/index-layout-dynamodb.md`); 4 if the definition says what earlier code does not know,
///   which would index other items or other cells. The bytes of keys are the same in all
///   (`docs/key-format.md`)
/// @param where the conditions; an item is in the listing only if it meets all of them
public record IndexDefinition(
    String table,
    PositionCodec positions,
    List<Condition> where,
    List<Filter> filters,
    int keyFormat) {
  /// The format of an index, unless its store has a newer one.
  public static final int KEY_FORMAT = 1;

  /// The newest format. This code reads and writes all up to it.
  public static final int KEY_FORMAT_MAX = 4;

  /// The first format of definitions with conditions, paths, booleans, ranges, groups that are not
  /// the values of one attribute, or an order that DynamoDB does not have.
  private static final int KEY_FORMAT_OF_CONDITIONS = 4;

  public IndexDefinition {
    where = List.copyOf(where);
    filters = List.copyOf(filters);
    keyFormat =
        isUnknownToFormat3(positions, where, filters)
            ? Math.max(keyFormat, KEY_FORMAT_OF_CONDITIONS)
            : keyFormat;
  }

  private static boolean isUnknownToFormat3(
      PositionCodec positions, List<Condition> where, List<Filter> filters) {
    return !where.isEmpty()
        || positions.group().attribute().isEmpty()
        || !positions.group().parts().getFirst().prefix().isEmpty()
        || !positions.isQueryable()
        || filters.stream()
            .anyMatch(
                filter ->
                    filter.path().isNested()
                        || filter.hasRanges()
                        || filter.values().stream().anyMatch(FilterValue.Bool.class::isInstance));
  }

  /// Whether this code knows the key format of the index. If not, it must neither read nor write
  /// the index.
  public boolean isOfThisFormat() {
    return keyFormat >= KEY_FORMAT && keyFormat <= KEY_FORMAT_MAX;
  }

  /// A copy for an index of another format; of the first one that can hold the definition, if that
  /// is later.
  public IndexDefinition ofFormat(int other) {
    return new IndexDefinition(table, positions, where, filters, other);
  }

  public GroupKey group() {
    return positions.group();
  }

  /// Says where `item` belongs. This is a pure function and the only one that decides: the stream,
  /// rebuilds, audits and page reads all call it.
  ///
  /// The sample's comment `{PK: "rita", PK2: "DAFT_PUNK_TSHIRT", SK: "2024-05-01 00:00"}` is
  /// `Indexed(DAFT_PUNK_TSHIRT, (cell, (1714521600, "rita")))`.
  public Indexable indexable(Map<String, AttributeValue> item) {
    if (!group().isIn(item) || !positions.sort().isIn(item)) {
      return new Absent();
    }
    try {
      for (Condition condition : where) {
        if (!condition.holds(item)) {
          return new Absent();
        }
      }
      return new Indexed(group().group(item), new Entry(cell(item), positions.position(item)));
    } catch (UnfitException e) {
      return new Poison(e.reason());
    }
  }

  /// The definition as JSON, with the fields of `listings.json`. Equal definitions have equal
  /// texts.
  public String json() {
    return DefinitionJson.write(this);
  }

  private Cell cell(Map<String, AttributeValue> item) throws UnfitException {
    if (filters.isEmpty()) {
      return Cell.WHOLE;
    }
    StringJoiner ordinals = new StringJoiner(".");
    for (Filter filter : filters) {
      ordinals.add(Integer.toString(filter.ordinal(item)));
    }
    return new Cell(ordinals.toString());
  }

  /// The attributes that a read needs to find an item's position and cell: group, sort, key,
  /// filters and conditions. Scans, audits and pages read these.
  public Set<String> placingAttributes() {
    Set<String> names = new LinkedHashSet<>(group().attributes());
    positions.sort().parts().forEach(part -> names.add(part.path().attribute()));
    positions.key().forEach(key -> names.add(key.name()));
    filters.forEach(filter -> names.add(filter.path().attribute()));
    where.forEach(condition -> names.add(condition.path().attribute()));
    return names;
  }

  /// Every cell that a group can have, at most 512. Empty if the listing has no filters.
  public List<Cell> cells() {
    return filters.isEmpty() ? List.of() : Selection.whole(this).cells();
  }
}
