package pagemark.local.trial;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import pagemark.key.KeyAttribute;
import pagemark.key.PositionCodec;
import pagemark.listing.Access;
import pagemark.listing.Listing;
import pagemark.listing.Projection;
import pagemark.listing.json.Listings;
import pagemark.local.data.StackException;
import pagemark.local.data.TableDesign;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/// Checks that listings fit an existing table: its key, and the indexes that they name.
final class TableMatch {
  private final TableDescription table;
  private final Map<String, ScalarAttributeType> types;
  private final Map<String, Index> indexes;
  private final Set<String> mistakes = new LinkedHashSet<>();

  /// @param isWhole false while DynamoDB still fills the index
  private record Index(
      List<KeySchemaElement> key,
      software.amazon.awssdk.services.dynamodb.model.Projection projection,
      boolean isWhole) {}

  private TableMatch(TableDescription table) {
    this.table = table;
    this.types =
        table.attributeDefinitions().stream()
            .collect(
                Collectors.toMap(
                    AttributeDefinition::attributeName, AttributeDefinition::attributeType));
    this.indexes = new TreeMap<>();
    table
        .globalSecondaryIndexes()
        .forEach(
            gsi ->
                indexes.put(
                    gsi.indexName(),
                    new Index(
                        gsi.keySchema(),
                        gsi.projection(),
                        gsi.indexStatus() != IndexStatus.CREATING)));
    table
        .localSecondaryIndexes()
        .forEach(
            lsi ->
                indexes.put(lsi.indexName(), new Index(lsi.keySchema(), lsi.projection(), true)));
  }

  /// @throws StackException if the listings contradict the table; the message names every
  ///   contradiction
  static void require(Listings listings, TableDescription table) {
    TableMatch match = new TableMatch(table);
    listings.byName().values().forEach(match::compare);
    if (!match.mistakes.isEmpty()) {
      throw new StackException(
          "the listings do not fit the table %s: %s"
              .formatted(table.tableName(), String.join("; ", match.mistakes)));
    }
  }

  private void compare(Listing listing) {
    PositionCodec positions = listing.definition().positions();
    Set<String> said = new TreeSet<>(positions.key().stream().map(TableMatch::text).toList());
    Set<String> is = new TreeSet<>(texts(table.keySchema()));
    if (!said.equals(is)) {
      mistake(listing, "`key` is " + said, "the table's key is " + is);
    }
    listing.accesses().stream()
        .filter(access -> access.index() != null)
        .forEach(access -> compare(listing, access));
  }

  private void compare(Listing listing, Access access) {
    Index index = indexes.get(String.valueOf(access.index()));
    if (index == null) {
      mistake(
          listing, "`index` is " + access.index(), "the table's indexes are " + indexes.keySet());
      return;
    }
    PositionCodec positions = listing.definition().positions();
    List<String> said =
        List.of(
            text(access.partitions().attribute()),
            positions.sortAttribute() + " (" + TableDesign.type(positions.sortType()) + ")");
    List<String> is = texts(index.key());
    if (!said.equals(is)) {
      mistake(
          listing,
          "`group` (or `partition`) and `sort` are " + said,
          "the key of the index %s is %s".formatted(access.index(), is));
    }
    if (!index.isWhole()) {
      mistake(listing, "`index` is " + access.index(), "DynamoDB is still filling it");
    }
    if (!carries(index, access.projection())) {
      mistake(
          listing,
          "`projection` of the index %s is %s".formatted(access.index(), text(access.projection())),
          "it carries " + text(index.projection()));
    }
  }

  private void mistake(Listing listing, String said, String is) {
    mistakes.add("listing %s: %s, but %s".formatted(listing.name(), said, is));
  }

  private static boolean carries(Index index, Projection said) {
    if (index.projection().projectionType() == ProjectionType.ALL) {
      return true;
    }
    return switch (said) {
      case Projection.All() -> false;
      case Projection.Keys() -> true;
      case Projection.Only(var names) -> names(index).containsAll(names);
    };
  }

  private static Set<String> names(Index index) {
    Set<String> names = new HashSet<>(index.projection().nonKeyAttributes());
    index.key().forEach(key -> names.add(key.attributeName()));
    return names;
  }

  private static String text(Projection said) {
    return switch (said) {
      case Projection.All() -> "all";
      case Projection.Keys() -> "keys";
      case Projection.Only(var names) -> names.toString();
    };
  }

  private static String text(software.amazon.awssdk.services.dynamodb.model.Projection projection) {
    return projection.projectionType() == ProjectionType.INCLUDE
        ? projection.nonKeyAttributes().toString()
        : "keys";
  }

  private static String text(KeyAttribute attribute) {
    return attribute.name() + " (" + TableDesign.type(attribute.type()) + ")";
  }

  private List<String> texts(List<KeySchemaElement> schema) {
    return schema.stream()
        .map(key -> key.attributeName() + " (" + types.get(key.attributeName()) + ")")
        .toList();
  }
}
