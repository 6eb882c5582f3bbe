package pagemark.check;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
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
import pagemark.local.data.TableDesign;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/// Compares listings with a table's description: its key, the indexes that they name, its stream.
final class TableFit {
  private final TableDescription table;
  private final Commands commands;
  private final Map<String, ScalarAttributeType> types;
  private final Map<String, Index> indexes = new TreeMap<>();

  /// @param isWhole false while DynamoDB still fills the index
  private record Index(
      List<KeySchemaElement> key,
      software.amazon.awssdk.services.dynamodb.model.Projection projection,
      boolean isWhole) {}

  /// @param where as in [TableSource][pagemark.local.data.TableSource]
  TableFit(TableDescription table, String where) {
    this.table = table;
    this.commands = new Commands(table, where);
    this.types =
        table.attributeDefinitions().stream()
            .collect(
                Collectors.toMap(
                    AttributeDefinition::attributeName, AttributeDefinition::attributeType));
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

  /// Compares the key and the indexes. A wrong part has one finding for each contradiction.
  List<Finding> compare(Listing listing) {
    List<Finding> findings = new ArrayList<>();
    findings.add(key(listing));
    for (Access access : listing.accesses()) {
      if (access.index() != null) {
        findings.addAll(index(listing, access, access.index()));
      }
    }
    if (listing.isReadByKey()) {
      findings.add(reads(listing));
    }
    return findings.stream().map(finding -> finding.of(listing)).toList();
  }

  /// No Query finds the items of a page, so each is read by itself.
  private static Finding reads(Listing listing) {
    return Finding.ok(
        "reads",
        "items are read by key: a page of 20 costs 10 read units at least, and there is none"
            + " without Pagemark's index"
            + (listing.definition().group().parts().isEmpty()
                ? ". It is one group, into which an index in DynamoDB takes 1,000 records a second"
                : ""));
  }

  private Finding key(Listing listing) {
    List<KeyAttribute> key = listing.definition().positions().key();
    Set<String> said = new TreeSet<>(key.stream().map(TableFit::text).toList());
    Set<String> is = new TreeSet<>(texts(table.keySchema()));
    return said.equals(is)
        ? Finding.ok("key", String.join(", ", texts(table.keySchema())))
        : Finding.wrong("key", "`key` is " + said + ", but the table's key is " + is, "");
  }

  private List<Finding> index(Listing listing, Access access, String name) {
    Index index = indexes.get(name);
    if (index == null) {
      return List.of(
          Finding.wrong(
              "index",
              "`index` is %s, but the table's indexes are %s".formatted(name, indexes.keySet()),
              "To add it: " + commands.createIndex(access)));
    }
    List<Finding> wrong = new ArrayList<>();
    PositionCodec positions = listing.definition().positions();
    List<String> said =
        List.of(
            text(access.partitions().attribute()),
            positions.sortAttribute() + " (" + TableDesign.type(positions.sortType()) + ")");
    List<String> is = texts(index.key());
    if (!said.equals(is)) {
      wrong.add(
          Finding.wrong(
              "index",
              "`group` (or `partition`) and `sort` are %s, but the key of the index %s is %s"
                  .formatted(said, name, is),
              ""));
    }
    if (!index.isWhole()) {
      wrong.add(
          Finding.wrong(
              "index", "`index` is %s, but DynamoDB is still filling it".formatted(name), ""));
    }
    if (!carries(index, access.projection())) {
      wrong.add(
          Finding.wrong(
              "projection",
              "`projection` of the index %s is %s, but it carries %s"
                  .formatted(name, text(access.projection()), text(index.projection())),
              ""));
    }
    return wrong.isEmpty()
        ? List.of(
            Finding.ok(
                "index",
                "%s: %s; it carries %s"
                    .formatted(name, String.join(", ", is), text(access.projection()))))
        : wrong;
  }

  /// Whether the table has the stream that a deployment follows.
  Finding stream() {
    if (!hasStream()) {
      return Finding.wrong(
          "stream", "the table has no stream", "To switch one on: " + commands.enableStream());
    }
    String view = table.streamSpecification().streamViewTypeAsString();
    return table.streamSpecification().streamViewType() == StreamViewType.NEW_AND_OLD_IMAGES
        ? Finding.ok("stream", view)
        : Finding.wrong(
            "stream",
            "the table's stream has %s, not NEW_AND_OLD_IMAGES".formatted(view),
            "A stream cannot be changed: switch it off, for all who read it, and then on with: "
                + commands.enableStream());
  }

  private boolean hasStream() {
    return table.streamSpecification() != null
        && Boolean.TRUE.equals(table.streamSpecification().streamEnabled());
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

  /// Writes the `aws` commands that give a table what a listing needs.
  ///
  /// @param where as in [TableSource][pagemark.local.data.TableSource]
  record Commands(TableDescription table, String where) {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    String enableStream() {
      return update("--stream-specification StreamEnabled=true,StreamViewType=NEW_AND_OLD_IMAGES");
    }

    /// The command that adds a GSI.
    ///
    /// @param access has the name of the index
    String createIndex(Access access) {
      KeyAttribute partition = access.partitions().attribute();
      PositionCodec positions = access.definition().positions();
      ArrayNode attributes = NODES.arrayNode();
      attributes.add(attribute(partition.name(), TableDesign.type(partition.type()).toString()));
      attributes.add(
          attribute(positions.sortAttribute(), TableDesign.type(positions.sortType()).toString()));
      ObjectNode index = NODES.objectNode().put("IndexName", access.index());
      ArrayNode key = index.putArray("KeySchema");
      key.addObject().put("AttributeName", partition.name()).put("KeyType", "HASH");
      key.addObject().put("AttributeName", positions.sortAttribute()).put("KeyType", "RANGE");
      index.set("Projection", projection(access.projection()));
      if (isProvisioned()) {
        index
            .putObject("ProvisionedThroughput")
            .put("ReadCapacityUnits", 5)
            .put("WriteCapacityUnits", 5);
      }
      ArrayNode updates = NODES.arrayNode();
      updates.addObject().set("Create", index);
      return update(
          "--attribute-definitions '%s' --global-secondary-index-updates '%s'"
              .formatted(quoted(attributes.toString()), quoted(updates.toString())));
    }

    private boolean isProvisioned() {
      return table.billingModeSummary() == null
          || table.billingModeSummary().billingMode() == BillingMode.PROVISIONED;
    }

    private static ObjectNode attribute(String name, String type) {
      return NODES.objectNode().put("AttributeName", name).put("AttributeType", type);
    }

    private static ObjectNode projection(Projection projection) {
      ObjectNode json = NODES.objectNode();
      return switch (projection) {
        case Projection.All() -> json.put("ProjectionType", "ALL");
        case Projection.Keys() -> json.put("ProjectionType", "KEYS_ONLY");
        case Projection.Only(var names) -> {
          json.put("ProjectionType", "INCLUDE");
          names.forEach(json.putArray("NonKeyAttributes")::add);
          yield json;
        }
      };
    }

    private String update(String change) {
      String place =
          where.startsWith("at ")
              ? " --endpoint-url " + where.substring("at ".length())
              : " --region " + where.substring(where.lastIndexOf(' ') + 1);
      return "aws dynamodb update-table --table-name %s %s%s"
          .formatted(table.tableName(), change, place);
    }

    /// Text between single quotes of a shell.
    private static String quoted(String text) {
      return text.replace("'", "'\\''");
    }
  }
}
