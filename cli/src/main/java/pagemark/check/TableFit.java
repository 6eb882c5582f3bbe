package pagemark.check;

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
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/// Compares listings with a table's description: its key, the indexes that they name, its stream.
final class TableFit {
  private final TableDescription table;
  private final AwsCommands commands;
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
    this.commands = new AwsCommands(table, where);
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
    return findings;
  }

  /// No Query finds the items of a page, so each is read by itself.
  private static Finding reads(Listing listing) {
    return Finding.ok(
        listing.name(),
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
        ? Finding.ok(listing.name(), "key", String.join(", ", texts(table.keySchema())))
        : Finding.wrong(
            listing.name(), "key", "`key` is " + said + ", but the table's key is " + is, "");
  }

  private List<Finding> index(Listing listing, Access access, String name) {
    Index index = indexes.get(name);
    if (index == null) {
      return List.of(
          Finding.wrong(
              listing.name(),
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
              listing.name(),
              "index",
              "`group` (or `partition`) and `sort` are %s, but the key of the index %s is %s"
                  .formatted(said, name, is),
              ""));
    }
    if (!index.isWhole()) {
      wrong.add(
          Finding.wrong(
              listing.name(),
              "index",
              "`index` is %s, but DynamoDB is still filling it".formatted(name),
              ""));
    }
    if (!carries(index, access.projection())) {
      wrong.add(
          Finding.wrong(
              listing.name(),
              "projection",
              "`projection` of the index %s is %s, but it carries %s"
                  .formatted(name, text(access.projection()), text(index.projection())),
              ""));
    }
    return wrong.isEmpty()
        ? List.of(
            Finding.ok(
                listing.name(),
                "index",
                "%s: %s; it carries %s"
                    .formatted(name, String.join(", ", is), text(access.projection()))))
        : wrong;
  }

  /// Whether the table has the stream that a deployment follows.
  Finding stream(String listing) {
    if (!hasStream()) {
      return Finding.wrong(
          listing,
          "stream",
          "the table has no stream",
          "To switch one on: " + commands.enableStream());
    }
    String view = table.streamSpecification().streamViewTypeAsString();
    return table.streamSpecification().streamViewType() == StreamViewType.NEW_AND_OLD_IMAGES
        ? Finding.ok(listing, "stream", view)
        : Finding.wrong(
            listing,
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
}
