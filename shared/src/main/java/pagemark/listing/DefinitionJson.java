package pagemark.listing;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import pagemark.entry.Order;
import pagemark.key.GroupKey;
import pagemark.key.GroupPart;
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
    putGroup(json, definition.group());
    List<Sort.Part> parts = definition.positions().sort().parts();
    if (parts.size() == 1) {
      json.set("sort", sort(parts.getFirst()));
    } else {
      ArrayNode sort = json.putArray("sort");
      parts.forEach(part -> sort.add(sort(part)));
    }
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

  private static void putGroup(ObjectNode json, GroupKey key) {
    List<GroupPart> parts = key.parts();
    if (key.buckets() > 0) {
      json.putObject("group").put("buckets", key.buckets());
    }
    if (parts.size() == 1) {
      json.set("group", part(parts.getFirst()));
    } else if (!parts.isEmpty()) {
      ArrayNode group = json.putArray("group");
      parts.forEach(part -> group.add(part(part)));
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
