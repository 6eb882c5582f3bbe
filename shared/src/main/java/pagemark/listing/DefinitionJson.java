package pagemark.listing;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import pagemark.key.KeyAttribute;
import pagemark.key.SortType;

/// Writes an [IndexDefinition] as JSON, with the fields of `listings.json`. Whoever stores that
/// text reads it with [DefinitionReader#parse][pagemark.listing.json.DefinitionReader#parse].
final class DefinitionJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private DefinitionJson() {}

  static String write(IndexDefinition definition) {
    ObjectNode json = NODES.objectNode();
    json.put("keyFormat", definition.keyFormat());
    json.put("table", definition.table());
    json.set("group", attribute(definition.group()));
    json.set(
        "sort", sort(definition.positions().sortAttribute(), definition.positions().sortType()));
    ArrayNode key = json.putArray("key");
    definition.positions().key().forEach(attribute -> key.add(attribute(attribute)));
    if (!definition.where().isEmpty()) {
      ArrayNode where = json.putArray("where");
      definition.where().forEach(condition -> where.add(condition.json()));
    }
    if (!definition.filters().isEmpty()) {
      ObjectNode filters = json.putObject("filters");
      definition.filters().forEach(filter -> filters.set(filter.name(), filter.json()));
    }
    return json.toString();
  }

  private static ObjectNode attribute(KeyAttribute attribute) {
    ObjectNode json =
        NODES
            .objectNode()
            .put("attribute", attribute.name())
            .put("type", attribute.type().definitionName());
    return attribute.prefix().isEmpty() ? json : json.put("prefix", attribute.prefix());
  }

  private static ObjectNode sort(String attribute, SortType type) {
    ObjectNode json =
        NODES.objectNode().put("attribute", attribute).put("type", type.definitionName());
    return type.pattern() == null ? json : json.put("pattern", type.pattern());
  }
}
