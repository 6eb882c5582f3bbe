package pagemark.listing;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.key.KeyAttribute;

/// One way to list a table.
///
/// @param name the first segment of its URLs
/// @param gsi the global or local secondary index that is queried; null where the table itself is
/// @param projection what that index carries
/// @param partitions where the items of a group stand in it
/// @param filterIndexes further indexes, which hold a group's items apart by filter values
/// @param groupClaim the JWT claim that must equal the group, null where any group may be read
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

  /// The attributes a read needs to place an item: group, sort, key and filters.
  public Set<String> placingAttributes() {
    Set<String> names = keyedAttributes();
    definition.filters().forEach(filter -> names.add(filter.attribute()));
    return names;
  }

  /// The ways to query a group: the listing's own index or table, then the indexes of filters.
  public List<Access> accesses() {
    return Stream.concat(Stream.of(own()), filterIndexes.stream()).toList();
  }

  private Access own() {
    return new Access(gsi, projection, partitions);
  }

  /// Whether a Query goes through a partition in the listing's order: a table that is listed
  /// without an index does so only where its key is the partition and the sort attribute.
  public boolean isInOrder(Access access) {
    List<String> key = definition.positions().key().stream().map(KeyAttribute::name).toList();
    String partition = access.partitions().attribute().name();
    return access.index() != null
        || key.equals(List.of(partition, definition.positions().sortAttribute()));
  }

  /// Whether a Query of `access` carries all that a page shows and a read needs.
  public boolean projectionCovers(Access access) {
    return switch (attributes) {
      case Attributes.All() ->
          access.index() == null || access.projection() instanceof Projection.All;
      case Attributes.Only(var names) ->
          Stream.concat(names.stream(), placingAttributes().stream())
              .allMatch(name -> carries(access, name));
    };
  }

  /// Whether a Query of `access` brings an attribute of an item that has it: an index carries its
  /// own key and the table's, and what it projects.
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
