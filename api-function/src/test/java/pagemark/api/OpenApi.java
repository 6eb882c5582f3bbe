package pagemark.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// openapi.json, with its schemas ready for use.
final class OpenApi {
  static final JsonNode DOCUMENT = Description.read();

  /// The parameter that stands for all filters: each of its members is a parameter.
  static final String FILTERS = "filters";

  /// An identifier only; nothing is at this address.
  private static final String IRI = "https://pagemark.example/openapi.json";

  private static final SchemaRegistry SCHEMAS =
      SchemaRegistry.withDefaultDialect(
          SpecificationVersion.DRAFT_2020_12,
          registry -> registry.schemas(Map.of(IRI, DOCUMENT.toString())));
  private static final Map<String, Schema> BY_PLACE = new ConcurrentHashMap<>();

  private OpenApi() {}

  /// The node that `node` refers to; itself if it is no reference.
  static JsonNode resolved(JsonNode node) {
    JsonNode reference = node.path("$ref");
    if (reference.isMissingNode()) {
      return node;
    }
    JsonNode target = DOCUMENT.at(reference.textValue().substring(1));
    if (target.isMissingNode()) {
      throw new AssertionError("openapi.json has no " + reference.textValue());
    }
    return target;
  }

  /// The parameters of all operations at a path, resolved.
  static List<JsonNode> parameters(String template) {
    return DOCUMENT
        .path("paths")
        .path(template)
        .path("parameters")
        .valueStream()
        .map(OpenApi::resolved)
        .toList();
  }

  /// @param schema a reference, or a schema without references
  /// @return the mistakes in `value`
  static List<String> mistakes(JsonNode schema, JsonNode value) {
    return BY_PLACE
        .computeIfAbsent(schema.toString(), _ -> compiled(schema))
        .validate(value)
        .stream()
        .map(mistake -> mistake.getInstanceLocation() + ": " + mistake.getMessage())
        .toList();
  }

  private static Schema compiled(JsonNode schema) {
    JsonNode reference = schema.path("$ref");
    return reference.isMissingNode()
        ? SCHEMAS.getSchema(schema)
        : SCHEMAS.getSchema(SchemaLocation.of(IRI + reference.textValue()));
  }

  /// @param schema should be valid by JSON Schema 2020-12
  /// @return the mistakes in `schema`
  static List<String> mistakesOf(JsonNode schema) {
    String dialect = SpecificationVersion.DRAFT_2020_12.getDialectId();
    return SCHEMAS.getSchema(SchemaLocation.of(dialect)).validate(schema).stream()
        .map(Object::toString)
        .toList();
  }

  /// All nodes of the document that are references.
  static Stream<JsonNode> references() {
    return DOCUMENT.findParents("$ref").stream();
  }
}
