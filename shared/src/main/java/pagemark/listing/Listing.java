package pagemark.listing;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.key.KeyAttribute;

/// One way to list a table, as `listings.json` defines it.
///
/// @param name the first segment of its URLs
/// @param gsi the global or local secondary index to query; null for the table itself
/// @param projection the attributes that this index carries
/// @param partitions the partitions of this index that hold the items of a group
/// @param filterIndexes more indexes, whose partitions separate a group's items by filter values
/// @param groupClaim the JWT claim that must equal the group; null if everyone may read every group
public record Listing(
    String name,
    IndexDefinition definition,
    @Nullable String gsi,
    Projection projection,
    Partitions partitions,
    List<Access> filterIndexes,
    Order order,
    PageSize pageSize,
    Attributes attributes,
    @Nullable String groupClaim) {
  public Listing {
    filterIndexes = List.copyOf(filterIndexes);
  }

  /// The attributes that a read needs to find an item's position and cell: group, sort, key and
  /// filters.
  public Set<String> placingAttributes() {
    Set<String> names = keyedAttributes();
    definition.filters().forEach(filter -> names.add(filter.attribute()));
    return names;
  }

  /// The indexes that can be queried: the listing's own index or table, then the filter indexes.
  public List<Access> accesses() {
    return Stream.concat(Stream.of(own()), filterIndexes.stream()).toList();
  }

  private Access own() {
    return new Access(gsi, projection, partitions);
  }

  /// Whether a Query reads a partition in the listing's order. An index always does. A table does
  /// only if its key is the partition attribute and the sort attribute.
  public boolean isInOrder(Access access) {
    List<String> key = definition.positions().key().stream().map(KeyAttribute::name).toList();
    String partition = access.partitions().attribute().name();
    return access.index() != null
        || key.equals(List.of(partition, definition.positions().sortAttribute()));
  }

  /// Whether a Query of `access` returns all attributes that a page shows and that a read needs.
  public boolean projectionCovers(Access access) {
    return switch (attributes) {
      case Attributes.All() ->
          access.index() == null || access.projection() instanceof Projection.All;
      case Attributes.Only(var names) ->
          Stream.concat(names.stream(), placingAttributes().stream())
              .allMatch(name -> carries(access, name));
    };
  }

  /// Whether a Query of `access` returns this attribute. An index carries its own key, the table's
  /// key, and the attributes that it projects.
  public boolean carries(Access access, String attribute) {
    if (access.index() == null
        || attribute.equals(access.partitions().attribute().name())
        || attribute.equals(definition.positions().sortAttribute())
        || definition.positions().key().stream().anyMatch(key -> key.name().equals(attribute))) {
      return true;
    }
    return switch (access.projection()) {
      case Projection.All() -> true;
      case Projection.Keys() -> false;
      case Projection.Only(var names) -> names.contains(attribute);
    };
  }

  private Set<String> keyedAttributes() {
    Set<String> names = new LinkedHashSet<>();
    names.add(definition.group().name());
    names.add(definition.positions().sortAttribute());
    definition.positions().key().stream().map(KeyAttribute::name).forEach(names::add);
    return names;
  }
}
