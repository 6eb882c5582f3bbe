package pagemark.pages.table;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import pagemark.listing.Access;
import pagemark.listing.Attributes;
import pagemark.listing.Listing;

/// The attributes that a request to DynamoDB names, by placeholder. It needs placeholders because
/// an attribute's name may be a reserved word or contain dots.
///
/// @param projection the ProjectionExpression; null to read all attributes
record AttributeNames(Map<String, String> byPlaceholder, @Nullable String projection) {

  /// For a Query with a key condition on `#partition`. If the access does not carry all that a page
  /// shows, the Query reads every attribute that the access has.
  ///
  /// @param sorted whether the key condition has `#sort` too
  static AttributeNames ofQuery(Listing listing, Access access, boolean sorted) {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put(access.partitions().attribute().name(), "#partition");
    if (sorted) {
      keys.put(listing.definition().positions().sortAttribute(), "#sort");
    }
    return access.projectionCovers(listing.attributes())
        ? of(keys, listing)
        : new AttributeNames(byPlaceholder(keys), null);
  }

  /// For a BatchGetItem.
  static AttributeNames ofBatchGet(Listing listing) {
    return of(new LinkedHashMap<>(), listing);
  }

  private static AttributeNames of(Map<String, String> placeholders, Listing listing) {
    String projection =
        switch (listing.attributes()) {
          case Attributes.All() -> null;
          case Attributes.Only(var shown) -> {
            Set<String> read = new LinkedHashSet<>(shown);
            read.addAll(listing.definition().placingAttributes());
            yield read.stream()
                .map(name -> placeholders.computeIfAbsent(name, n -> "#a" + placeholders.size()))
                .collect(Collectors.joining(", "));
          }
        };
    return new AttributeNames(byPlaceholder(placeholders), projection);
  }

  private static Map<String, String> byPlaceholder(Map<String, String> placeholders) {
    Map<String, String> byPlaceholder = new LinkedHashMap<>();
    placeholders.forEach((name, placeholder) -> byPlaceholder.put(placeholder, name));
    return byPlaceholder;
  }
}
