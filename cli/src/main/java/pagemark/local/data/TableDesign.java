package pagemark.local.data;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import pagemark.key.AttributeType;
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
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/// Designs the table that listings describe: its key, a GSI for each index that they name, and a
/// stream.
public final class TableDesign {
  private final Map<String, ScalarAttributeType> attributes = new LinkedHashMap<>();
  private final Map<String, GlobalSecondaryIndex> indexes = new LinkedHashMap<>();
  private final List<Listing> listings;

  private TableDesign(List<Listing> listings) {
    this.listings = listings;
  }

  /// The name of the one table of `listings`.
  ///
  /// @throws StackException if they name several
  public static String table(Listings listings) {
    Set<String> tables = new LinkedHashSet<>();
    listings.byName().values().forEach(listing -> tables.add(listing.definition().table()));
    if (tables.size() > 1) {
      throw new StackException(
          "the listings name %d tables (%s); they must name one, as a deployment serves one table"
              .formatted(tables.size(), String.join(", ", tables)));
    }
    return tables.iterator().next();
  }

  /// The request that creates the table of `listings`.
  ///
  /// @throws StackException if they name several tables, or contradict each other
  public static CreateTableRequest of(Listings listings) {
    String table = table(listings);
    return new TableDesign(List.copyOf(listings.byName().values())).creation(table);
  }

  private CreateTableRequest creation(String table) {
    List<KeyAttribute> key = key();
    listings.forEach(listing -> listing.accesses().forEach(each -> addIndex(listing, each)));
    CreateTableRequest.Builder creation =
        CreateTableRequest.builder()
            .tableName(table)
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .keySchema(schema(key.stream().map(KeyAttribute::name).toList()))
            .attributeDefinitions(definitions())
            .streamSpecification(
                s -> s.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES));
    return indexes.isEmpty()
        ? creation.build()
        : creation.globalSecondaryIndexes(indexes.values()).build();
  }

  private List<KeyAttribute> key() {
    List<KeyAttribute> key = listings.getFirst().definition().positions().key();
    for (Listing listing : listings) {
      if (!listing.definition().positions().key().equals(key)) {
        throw contradiction(listing, "its key differs from that of " + listings.getFirst().name());
      }
    }
    key.forEach(attribute -> define(listings.getFirst(), attribute.name(), type(attribute.type())));
    return key;
  }

  private void addIndex(Listing listing, Access access) {
    String name = access.index();
    PositionCodec positions = listing.definition().positions();
    KeyAttribute partition = access.partitions().attribute();
    if (name == null) {
      return;
    }
    define(listing, partition.name(), type(partition.type()));
    define(listing, positions.sortAttribute(), type(positions.sortType()));
    GlobalSecondaryIndex index =
        GlobalSecondaryIndex.builder()
            .indexName(name)
            .keySchema(schema(List.of(partition.name(), positions.sortAttribute())))
            .projection(projection(access.projection()))
            .build();
    GlobalSecondaryIndex other = indexes.putIfAbsent(name, index);
    if (other != null && !other.equals(index)) {
      throw contradiction(listing, "another listing describes the index " + name + " differently");
    }
  }

  private void define(Listing listing, String attribute, ScalarAttributeType type) {
    ScalarAttributeType other = attributes.putIfAbsent(attribute, type);
    if (other != null && other != type) {
      throw contradiction(
          listing, "the attribute %s cannot be both %s and %s".formatted(attribute, other, type));
    }
  }

  private static StackException contradiction(Listing listing, String what) {
    return new StackException("no table fits the listing %s: %s".formatted(listing.name(), what));
  }

  private List<AttributeDefinition> definitions() {
    List<AttributeDefinition> definitions = new ArrayList<>();
    attributes.forEach(
        (name, type) ->
            definitions.add(
                AttributeDefinition.builder().attributeName(name).attributeType(type).build()));
    return definitions;
  }

  private static List<KeySchemaElement> schema(List<String> attributes) {
    List<KeySchemaElement> schema = new ArrayList<>();
    for (String attribute : attributes) {
      KeyType type = schema.isEmpty() ? KeyType.HASH : KeyType.RANGE;
      schema.add(KeySchemaElement.builder().attributeName(attribute).keyType(type).build());
    }
    return schema;
  }

  private static software.amazon.awssdk.services.dynamodb.model.Projection projection(
      Projection carried) {
    var projection = software.amazon.awssdk.services.dynamodb.model.Projection.builder();
    return switch (carried) {
      case Projection.All() -> projection.projectionType(ProjectionType.ALL).build();
      case Projection.Keys() -> projection.projectionType(ProjectionType.KEYS_ONLY).build();
      case Projection.Only(var names) ->
          projection.projectionType(ProjectionType.INCLUDE).nonKeyAttributes(names).build();
    };
  }

  public static ScalarAttributeType type(AttributeType type) {
    return switch (type) {
      case STRING, UUID, ULID -> ScalarAttributeType.S;
      case NUMBER -> ScalarAttributeType.N;
      case BINARY -> ScalarAttributeType.B;
    };
  }

  /// The type of a sort key with the listing's order.
  public static ScalarAttributeType type(SortType type) {
    return switch (type) {
      case DatetimeSort _, StringSort _ -> ScalarAttributeType.S;
      case EpochSort _, IntegerSort _, NumberSort _ -> ScalarAttributeType.N;
      case BinarySort _ -> ScalarAttributeType.B;
      case InstantSort _, TextSort _, BooleanSort _ ->
          throw new IllegalArgumentException("no sort key: " + type);
    };
  }
}
