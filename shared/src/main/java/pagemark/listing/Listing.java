package pagemark.listing;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.key.KeyAttribute;

/// One way to list a table.
///
/// @param name the first segment of its URLs
/// @param gsi the global or local secondary index that is queried; null where the table itself is
/// @param projection what that index carries
/// @param groupClaim the JWT claim that must equal the group, null where any group may be read
public record Listing(
    String name,
    IndexDefinition definition,
    @Nullable String gsi,
    Projection projection,
    Order order,
    PageSize pageSize,
    Attributes attributes,
    @Nullable String groupClaim) {

  /// The attributes a read needs to place an item: group, sort, key and filters.
  public Set<String> placingAttributes() {
    Set<String> names = keyedAttributes();
    definition.filters().forEach(filter -> names.add(filter.attribute()));
    return names;
  }

  /// Whether a Query of the listed index carries all that a page shows and a read needs.
  public boolean projectionCovers() {
    if (gsi == null || projection instanceof Projection.All) {
      return true;
    }
    Set<String> carried = keyedAttributes();
    if (projection instanceof Projection.Only(var names)) {
      carried.addAll(names);
    }
    return switch (attributes) {
      case Attributes.All() -> false;
      case Attributes.Only(var names) ->
          Stream.concat(names.stream(), placingAttributes().stream()).allMatch(carried::contains);
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
