package pagemark.listing;

import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import pagemark.key.Cell;
import pagemark.key.Entry;
import pagemark.key.Group;
import pagemark.key.KeyAttribute;
import pagemark.key.PositionCodec;
import pagemark.key.UnfitException;
import pagemark.listing.Indexable.Absent;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Indexable.Poison;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The part of a listing that its index depends on. A generation of an index is bound to it: a
/// changed definition is a new generation.
///
/// @param keyFormat the version of the key bytes (`docs/key-format.md`) that its index is made of
public record IndexDefinition(
    String table, PositionCodec positions, List<Filter> filters, int keyFormat) {
  /// The only key format that this code reads and writes.
  public static final int KEY_FORMAT = 1;

  public IndexDefinition {
    filters = List.copyOf(filters);
  }

  /// A definition in this code's key format.
  public IndexDefinition(String table, PositionCodec positions, List<Filter> filters) {
    this(table, positions, filters, KEY_FORMAT);
  }

  /// Whether this code knows the bytes of the index. If not, it must neither read nor write it.
  public boolean isOfThisFormat() {
    return keyFormat == KEY_FORMAT;
  }

  public KeyAttribute group() {
    return positions.group();
  }

  /// Where `item` belongs. Pure, and the only judge: the stream, a rebuild, an audit and a page
  /// read all ask here.
  ///
  /// The sample's comment `{PK: "rita", PK2: "DAFT_PUNK_TSHIRT", SK: "2024-05-01 00:00"}` is
  /// `Indexed(DAFT_PUNK_TSHIRT, (cell, (1714521600, "rita")))`.
  public Indexable indexable(Map<String, AttributeValue> item) {
    if (!item.containsKey(group().name()) || !item.containsKey(positions.sortAttribute())) {
      return new Absent();
    }
    try {
      return new Indexed(
          new Group(group().text(item)), new Entry(cell(item), positions.position(item)));
    } catch (UnfitException e) {
      return new Poison(e.reason());
    }
  }

  /// The definition as JSON, in the words of `listings.json`; equal definitions have equal texts.
  public String json() {
    return DefinitionJson.write(this);
  }

  /// The inverse of [#json].
  ///
  /// @throws InvalidListingsException where `json` is not a definition
  public static IndexDefinition parse(String json) {
    return DefinitionJson.read(json);
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

  /// Every cell a group may have, at most 512; none for a listing without filters.
  public List<Cell> cells() {
    return filters.isEmpty() ? List.of() : Selection.whole(this).cells();
  }
}
