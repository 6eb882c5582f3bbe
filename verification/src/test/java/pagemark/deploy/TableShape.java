package pagemark.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import pagemark.key.BinarySort;
import pagemark.key.BooleanSort;
import pagemark.key.DatetimeSort;
import pagemark.key.EpochSort;
import pagemark.key.InstantSort;
import pagemark.key.IntegerSort;
import pagemark.key.KeyAttribute;
import pagemark.key.NumberSort;
import pagemark.key.PositionCodec;
import pagemark.key.SortType;
import pagemark.key.StringSort;
import pagemark.key.TextSort;
import pagemark.listing.Access;
import pagemark.listing.Listing;
import pagemark.listing.Projection;
import pagemark.listing.json.Listings;
import pagemark.state.StateTable;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;

/// What readers and the sync side need of a table.
///
/// @param key the key attributes, the partition's first
/// @param types S, N or B by key attribute of the table and its indexes
/// @param indexes by name
record TableShape(List<String> key, Map<String, String> types, Map<String, Index> indexes) {
  record Index(List<String> key, String projection, List<String> projected) {}

  /// The shape of an AWS::DynamoDB::Table.
  static TableShape of(JsonNode properties) {
    Map<String, String> types = new TreeMap<>();
    properties
        .path("AttributeDefinitions")
        .forEach(a -> types.put(text(a, "AttributeName"), text(a, "AttributeType")));
    Map<String, Index> indexes = new TreeMap<>();
    for (JsonNode index : properties.path("GlobalSecondaryIndexes")) {
      JsonNode projection = index.path("Projection");
      List<String> projected =
          projection.path("NonKeyAttributes").valueStream().map(JsonNode::asText).toList();
      indexes.put(
          text(index, "IndexName"),
          new Index(key(index), text(projection, "ProjectionType"), projected));
    }
    return new TableShape(key(properties), types, indexes);
  }

  private static String text(JsonNode node, String field) {
    return node.path(field).asText();
  }

  private static List<String> key(JsonNode node) {
    List<String> roles =
        node.path("KeySchema").valueStream().map(element -> text(element, "KeyType")).toList();
    if (!List.of("HASH", "RANGE").subList(0, roles.size()).equals(roles)) {
      throw new AssertionError("the partition key comes first: " + node.path("KeySchema"));
    }
    return node.path("KeySchema").valueStream().map(e -> text(e, "AttributeName")).toList();
  }

  /// The shape of `pagemark-state` if the program creates it.
  static TableShape ofState() {
    CreateTableRequest creation = StateTable.creation("pagemark-state");
    Map<String, String> types = new TreeMap<>();
    creation
        .attributeDefinitions()
        .forEach(a -> types.put(a.attributeName(), a.attributeTypeAsString()));
    return new TableShape(
        creation.keySchema().stream().map(e -> e.attributeName()).toList(), types, Map.of());
  }

  /// The shape that `listings`, which are all of one table, need.
  static TableShape of(Listings listings) {
    Map<String, String> types = new TreeMap<>();
    Map<String, Index> indexes = new TreeMap<>();
    List<String> key = List.of();
    for (Listing listing : listings.byName().values()) {
      PositionCodec positions = listing.definition().positions();
      key = positions.key().stream().map(KeyAttribute::name).toList();
      positions.key().forEach(a -> types.put(a.name(), type(a)));
      for (Access access : listing.accesses()) {
        KeyAttribute partition = access.partitions().attribute();
        if (access.index() != null) {
          types.put(partition.name(), type(partition));
          types.put(positions.sortAttribute(), type(positions.sortType()));
          indexes.put(
              access.index(),
              index(List.of(partition.name(), positions.sortAttribute()), access.projection()));
        }
      }
    }
    return new TableShape(key, types, indexes);
  }

  private static String type(KeyAttribute attribute) {
    return switch (attribute.type()) {
      case STRING, UUID, ULID -> "S";
      case NUMBER -> "N";
      case BINARY -> "B";
    };
  }

  private static String type(SortType type) {
    return switch (type) {
      case DatetimeSort _, StringSort _ -> "S";
      case EpochSort _, IntegerSort _, NumberSort _ -> "N";
      case BinarySort _ -> "B";
      case InstantSort _, TextSort _, BooleanSort _ ->
          throw new IllegalArgumentException("no sort key: " + type);
    };
  }

  private static Index index(List<String> key, Projection carried) {
    return switch (carried) {
      case Projection.All() -> new Index(key, "ALL", List.of());
      case Projection.Keys() -> new Index(key, "KEYS_ONLY", List.of());
      case Projection.Only(var names) -> new Index(key, "INCLUDE", names);
    };
  }
}
