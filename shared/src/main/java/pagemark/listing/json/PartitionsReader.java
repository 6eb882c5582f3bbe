package pagemark.listing.json;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import pagemark.key.AttributeType;
import pagemark.key.KeyAttribute;
import pagemark.key.PositionCodec;
import pagemark.listing.Access;
import pagemark.listing.Filter;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Partitions;

/// Reads the fields `index`, `projection`, `partition` and `filterIndexes` of a listing, which say
/// what can be queried and how it is partitioned.
record PartitionsReader(JsonValue listing, IndexDefinition definition) {
  private static final int SHARDS_MIN = 2;
  private static final int SHARDS_MAX = 64;
  private static final List<String> PARTITION = List.of("attribute", "template", "shards");

  /// Reads the listing's own index or table, then its filter indexes.
  List<Access> accesses() {
    List<Access> accesses = new ArrayList<>();
    accesses.add(
        new Access(
            listing.at("index").optionalText(),
            ListingReader.projection(listing),
            own(),
            definition));
    addFilterIndexes(accesses);
    return accesses;
  }

  private Partitions own() {
    JsonValue node = listing.at("partition");
    if (node.isMissing() || !node.isObject(new LinkedHashSet<>(PARTITION))) {
      return Partitions.byGroup(definition.group());
    }
    if (listing.at("index").isMissing()) {
      refuseOtherKey(node.at("attribute"));
    }
    return partitions(node, List.of());
  }

  /// Requires that the partition attribute and the sort attribute are the table's key, because the
  /// table itself is queried.
  private void refuseOtherKey(JsonValue attribute) {
    PositionCodec positions = definition.positions();
    List<String> key = positions.key().stream().map(KeyAttribute::name).toList();
    if (!key.equals(
        List.of(String.valueOf(attribute.json().textValue()), positions.sortAttribute()))) {
      attribute.refuse(
          "must be the first key attribute of the table and %s the second if index is missing"
              .formatted(positions.sortAttribute()));
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
    Set<String> fields = new LinkedHashSet<>(List.of("index", "projection"));
    fields.addAll(PARTITION);
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
    return Partitions.of(
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
    if (name.equals(positions.group().name())) {
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
