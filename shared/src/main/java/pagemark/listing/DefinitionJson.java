package pagemark.listing;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import pagemark.entry.Order;
import pagemark.key.GroupKey;
import pagemark.key.GroupKey.GroupPart;
import pagemark.key.KeyAttribute;
import pagemark.key.Sort;
import pagemark.key.SortType;
import pagemark.key.TextSort;

/// Writes an [IndexDefinition] as JSON, with the fields of `listings.json`. Whoever stores that
/// text reads it with [DefinitionReader#parse][pagemark.listing.json.DefinitionReader#parse].
final class DefinitionJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private DefinitionJson() {}

  static String write(IndexDefinition definition) {
    ObjectNode json = NODES.objectNode();
    json.put("keyFormat", definition.keyFormat());
    json.put("table", definition.table());
    GroupKey group = definition.group();
    if (group.buckets() > 0) {
      json.putObject("group").put("buckets", group.buckets());
    }
    put(json, "group", group.parts().stream().map(DefinitionJson::part).toList());
    List<Sort.Part> parts = definition.positions().sort().parts();
    put(json, "sort", parts.stream().map(DefinitionJson::sort).toList());
    ArrayNode key = json.putArray("key");
    definition.positions().key().forEach(attribute -> key.add(attribute(attribute)));
    if (!definition.where().isEmpty()) {
      ArrayNode where = json.putArray("where");
      definition.where().forEach(condition -> where.add(condition.json()));
    }
    if (!definition.filterNames().isEmpty()) {
      ObjectNode filters = json.putObject("filters");
      definition.filters().forEach(filter -> filters.set(filter.name(), filter.json()));
      definition.open().forEach(filter -> filters.set(filter.name(), filter.json()));
    }
    if (definition.expires() != null) {
      json.putObject("expires").put("attribute", definition.expires().attribute());
    }
    return json.toString();
  }

  /// Adds a field of one value, or of a list of several.
  private static void put(ObjectNode json, String field, List<ObjectNode> values) {
    if (values.size() == 1) {
      json.set(field, values.getFirst());
    } else if (!values.isEmpty()) {
      json.putArray(field).addAll(values);
    }
  }

  private static ObjectNode part(GroupPart part) {
    ObjectNode json = NODES.objectNode();
    part.path().put(json);
    json.put("type", part.type().definitionName());
    if (!part.prefix().isEmpty()) {
      json.put("prefix", part.prefix());
    }
    return part.each() ? json.put("each", true) : json;
  }

  private static ObjectNode attribute(KeyAttribute attribute) {
    return NODES
        .objectNode()
        .put("attribute", attribute.name())
        .put("type", attribute.type().definitionName());
  }

  private static ObjectNode sort(Sort.Part part) {
    ObjectNode json = NODES.objectNode();
    SortType type = part.type();
    part.path().put(json);
    type.put(json);
    if (type instanceof TextSort(int folding)) {
      json.put("folding", folding);
    }
    if (part.order() == Order.DESCENDING) {
      json.put("order", part.order().text());
    }
    return part.missing() == Sort.Missing.OMIT
        ? json
        : json.put("missing", part.missing().definitionName());
  }
}
