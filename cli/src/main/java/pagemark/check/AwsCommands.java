package pagemark.check;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import pagemark.key.KeyAttribute;
import pagemark.key.PositionCodec;
import pagemark.listing.Access;
import pagemark.listing.Projection;
import pagemark.local.data.TableDesign;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/// Writes the `aws` commands that give a table what a listing needs.
///
/// @param where as in [TableSource][pagemark.local.data.TableSource]
record AwsCommands(TableDescription table, String where) {
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
