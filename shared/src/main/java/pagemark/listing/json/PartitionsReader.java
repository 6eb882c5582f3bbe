package pagemark.listing.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import pagemark.key.AttributeType;
import pagemark.key.GroupKey;
import pagemark.key.KeyAttribute;
import pagemark.key.PositionCodec;
import pagemark.listing.Access;
import pagemark.listing.Filter;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Partitions;
import pagemark.listing.Projection;

/// Reads the fields `index`, `projection`, `partition` and `filterIndexes` of a listing, which say
/// what can be queried and how it is partitioned.
record PartitionsReader(JsonValue listing, IndexDefinition definition) {
  private static final int SHARDS_MIN = 2;
  private static final int SHARDS_MAX = 64;
  private static final List<String> QUERIED = List.of("index", "partition", "filterIndexes");
  private static final List<String> PARTITION = List.of("attribute", "template", "shards");

  /// Reads the listing's own index or table if it can be queried in order, then its filter indexes.
  List<Access> accesses() {
    if (!definition.positions().isQueryable()) {
      listing
          .given(QUERIED)
          .forEach(
              field ->
                  field.mistake(
                      "must be left out: no index of DynamoDB has the order of this sort, so items"
                          + " are read by key"));
      return List.of();
    }
    List<Access> accesses = new ArrayList<>();
    String index = listing.at("index").optionalText();
    Projection projection = ListingReader.projection(listing);
    own()
        .filter(
            partitions ->
                index != null || isTheTablesKey(definition, partitions.attribute().name()))
        .map(partitions -> new Access(index, projection, partitions, definition))
        .ifPresent(accesses::add);
    addFilterIndexes(accesses);
    return accesses;
  }

  /// The table itself, if its key has the order of a definition.
  static List<Access> ofTheTable(IndexDefinition definition) {
    return byGroup(definition)
        .filter(partitions -> isTheTablesKey(definition, partitions.attribute().name()))
        .map(partitions -> new Access(null, new Projection.All(), partitions, definition))
        .stream()
        .toList();
  }

  private static Optional<Partitions> byGroup(IndexDefinition definition) {
    GroupKey group = definition.group();
    return group
        .attribute()
        .map(attribute -> Partitions.byGroup(attribute, group.parts().getFirst().prefix()));
  }

  /// The partitions of the listing's own index or table; empty if Queries cannot name them.
  private Optional<Partitions> own() {
    JsonValue node = listing.at("partition");
    GroupKey group = definition.group();
    if (!group.parts().isEmpty() && group.attribute().isEmpty()) {
      listing
          .given(QUERIED)
          .forEach(
              field ->
                  field.refuse(
                      "cannot be queried, because group is not a single attribute. Leave it out:"
                          + " items are read by key"));
      return Optional.empty();
    }
    if (node.isMissing() || !node.isObject(PARTITION)) {
      if (group.parts().isEmpty() && !listing.at("index").isMissing()) {
        listing
            .at("index")
            .refuse(
                "needs the field group, or the field partition with the name of the partition that"
                    + " has all items. Without index, items are read by key");
      }
      return byGroup(definition);
    }
    if (listing.at("index").isMissing()) {
      refuseOtherKey(node.at("attribute"));
    }
    return Optional.of(partitions(node, List.of()));
  }

  private static boolean isTheTablesKey(IndexDefinition definition, String attribute) {
    PositionCodec positions = definition.positions();
    return positions.isQueryable()
        && positions.key().stream()
            .map(KeyAttribute::name)
            .toList()
            .equals(List.of(attribute, positions.sortAttribute()));
  }

  /// Requires that the partition attribute and the sort attribute are the table's key, because the
  /// table itself is queried.
  private void refuseOtherKey(JsonValue attribute) {
    if (!isTheTablesKey(definition, String.valueOf(attribute.json().textValue()))) {
      attribute.refuse(
          "must be the first key attribute of the table and %s the second if index is missing"
              .formatted(definition.positions().sortAttribute()));
    }
  }

  /// Adds the filter indexes, whose partitions separate a group's items by filter values.
  private void addFilterIndexes(List<Access> accesses) {
    JsonValue node = listing.at("filterIndexes");
    if (node.isMissing()) {
      return;
    }
    if (!node.json().isArray() || node.json().isEmpty()) {
      node.refuse("must be a list of at least one index");
      return;
    }
    List<String> fields = List.of("index", "projection", "attribute", "template", "shards");
    for (JsonValue each : node.elements()) {
      if (each.isObject(fields)) {
        Access index = filterIndex(each);
        accesses.forEach(other -> refuseTwin(each, index, other));
        accesses.add(index);
      }
    }
  }

  private Access filterIndex(JsonValue node) {
    Access index =
        new Access(
            node.at("index").text(),
            ListingReader.projection(node),
            partitions(node, definition.filters()),
            definition);
    if (index.partitions().filters().isEmpty()) {
      node.at("template")
          .refuse("names no filter; the field index of the listing is for whole groups");
    }
    return index;
  }

  private static void refuseTwin(JsonValue node, Access index, Access other) {
    if (Objects.equals(index.index(), other.index())) {
      node.at("index").refuse("is named twice");
    }
    String attribute = index.partitions().attribute().name();
    if (attribute.equals(other.partitions().attribute().name())
        && !index.partitions().equals(other.partitions())) {
      node.at("attribute").refuse("has two templates, but an item has one value of it");
    }
  }

  private Partitions partitions(JsonValue node, List<Filter> filters) {
    KeyAttribute attribute = attribute(node.at("attribute"));
    JsonValue template = node.at("template");
    boolean sharded = TemplateReader.isSharded(String.valueOf(template.json().textValue()));
    int shards = shards(node.at("shards"), sharded);
    return new Partitions(
        attribute, new TemplateReader(template, definition, filters, shards).read());
  }

  private static int shards(JsonValue node, boolean sharded) {
    if (node.isMissing() && sharded) {
      node.refuse(
          "must be a whole number from %d to %d, as the template holds {shard}"
              .formatted(SHARDS_MIN, SHARDS_MAX));
    }
    if (!node.isMissing() && !sharded) {
      node.refuse("is valid only with {shard} in the template");
    }
    return node.integer(SHARDS_MIN, SHARDS_MAX, SHARDS_MIN);
  }

  private KeyAttribute attribute(JsonValue node) {
    String name = node.text();
    PositionCodec positions = definition.positions();
    if (positions.group().attributes().contains(name)) {
      node.refuse("is the group attribute, which holds only the group; name another one");
    }
    if (name.equals(positions.sortAttribute())) {
      node.refuse("is the sort attribute; name another one");
    }
    if (positions.key().stream()
        .anyMatch(key -> key.name().equals(name) && key.type() != AttributeType.STRING)) {
      node.refuse("must have type string in key, because a template makes strings");
    }
    return new KeyAttribute(name, AttributeType.STRING);
  }
}
