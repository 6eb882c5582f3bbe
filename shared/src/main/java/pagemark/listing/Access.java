package pagemark.listing;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.key.PositionCodec;

/// A way to query the items of a group, or of some of its cells, in the listing's order.
///
/// @param index the global or local secondary index to query; null for the table itself
/// @param projection the attributes that the index carries
/// @param partitions the partitions of the index that hold the items
/// @param definition says which attributes give an item's group, position and cell
public record Access(
    @Nullable String index,
    Projection projection,
    Partitions partitions,
    IndexDefinition definition) {

  /// Whether a Query returns all attributes that a page shows and that a read needs.
  public boolean projectionCovers(Attributes shown) {
    return switch (shown) {
      case Attributes.All() -> projection instanceof Projection.All;
      case Attributes.Only(var names) ->
          Stream.concat(names.stream(), definition.placingAttributes().stream())
              .allMatch(this::carries);
    };
  }

  /// Whether a Query returns this attribute. An index carries its own key, the table's key, and the
  /// attributes that it projects.
  public boolean carries(String attribute) {
    PositionCodec positions = definition.positions();
    if (attribute.equals(partitions.attribute().name())
        || attribute.equals(positions.sortAttribute())
        || positions.key().stream().anyMatch(key -> key.name().equals(attribute))) {
      return true;
    }
    return switch (projection) {
      case Projection.All() -> true;
      case Projection.Keys() -> false;
      case Projection.Only(var names) -> names.contains(attribute);
    };
  }
}
