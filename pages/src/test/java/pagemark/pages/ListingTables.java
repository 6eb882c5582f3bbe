package pagemark.pages;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import pagemark.key.AttributeType;
import pagemark.key.KeyAttribute;
import pagemark.listing.Access;
import pagemark.listing.Listing;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;

/// Requests that create the tables of listings, whose item key is one string.
final class ListingTables {
  private ListingTables() {}

  static CreateTableRequest creation(String table, Listing listing) {
    String sort = listing.definition().positions().sortAttribute();
    List<KeyAttribute> key = listing.definition().positions().key();
    Map<String, AttributeDefinition> attributes = new LinkedHashMap<>();
    for (KeyAttribute each : key) {
      String type = each.type() == AttributeType.NUMBER ? "N" : "S";
      attributes.put(each.name(), attribute(each.name(), type));
    }
    for (Access access : listing.accesses()) {
      attributes.put(sort, attribute(sort, sort.equals("at") ? "N" : "S"));
      String partition = access.partitions().attribute().name();
      attributes.put(partition, attribute(partition, partition.equals("movie") ? "N" : "S"));
    }
    CreateTableRequest.Builder creation =
        CreateTableRequest.builder()
            .tableName(table)
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(attributes.values())
            .keySchema(
                IntStream.range(0, key.size())
                    .mapToObj(
                        i -> element(key.get(i).name(), i == 0 ? KeyType.HASH : KeyType.RANGE))
                    .toList());
    List<GlobalSecondaryIndex> indexes =
        listing.accesses().stream().map(access -> gsi(listing, access, sort)).toList();
    return indexes.isEmpty() ? creation.build() : creation.globalSecondaryIndexes(indexes).build();
  }

  private static GlobalSecondaryIndex gsi(Listing listing, Access access, String sort) {
    String partition = access.partitions().attribute().name();
    boolean covers = access.projectionCovers(listing.attributes());
    return GlobalSecondaryIndex.builder()
        .indexName(access.index())
        .keySchema(element(partition, KeyType.HASH), element(sort, KeyType.RANGE))
        .projection(p -> p.projectionType(covers ? ProjectionType.ALL : ProjectionType.KEYS_ONLY))
        .build();
  }

  /// A table whose key has two attributes.
  static CreateTableRequest creation(
      String table, AttributeDefinition partition, AttributeDefinition sort) {
    return CreateTableRequest.builder()
        .tableName(table)
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .attributeDefinitions(List.of(partition, sort))
        .keySchema(
            element(partition.attributeName(), KeyType.HASH),
            element(sort.attributeName(), KeyType.RANGE))
        .build();
  }

  static AttributeDefinition attribute(String name, String type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  private static KeySchemaElement element(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }
}
