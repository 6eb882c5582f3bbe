package pagemark.api;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import pagemark.api.front.Request;
import pagemark.listing.Filter;
import pagemark.listing.Filter.OpenFilter;
import pagemark.listing.Listing;
import pagemark.pages.error.PagesException.InvalidParameter;

/// Answers `GET /openapi.json` with the description of this API (OpenAPI 3.1): the file
/// openapi.json, which holds for every deployment, and for each of this deployment's listings the
/// paths `/orders` and `/orders/facets` with its own sorts and filters, for generators of clients.
/// A listing with a `groupClaim` is described to callers whose token has that claim.
record Description(ObjectNode document) {
  /// Further listings are not described by name. A listing takes about 3 KB and its filters.
  private static final int LISTINGS_MAX = 100;

  private static final String FILE = "/openapi.json";
  private static final JsonMapper JSON = new JsonMapper();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /// The parameters that each listing has described for itself, and `key`: without it, the path has
  /// one type of answer.
  private static final Set<String> OF_ALL =
      Set.of("listing", "group", "sort", "page", "filters", "key");

  /// @param listings with all sorts, the first of each path before its others
  /// @throws InvalidParameter if there are parameters
  static APIGatewayV2HTTPResponse answer(Request request, Collection<Listing> listings) {
    Parameters.parse(request.query())
        .byName()
        .forEach(
            (name, values) -> {
              throw new InvalidParameter(
                  name, values.getFirst(), "none, this path has no parameters");
            });
    Description description = new Description(read());
    description
        .document
        .withArray("servers")
        .removeAll()
        .addObject()
        .put("url", request.prefix() + "/");
    listings.stream()
        .filter(
            each -> each.groupClaim() == null || request.claims().containsKey(each.groupClaim()))
        .collect(Collectors.groupingBy(Listing::path, LinkedHashMap::new, Collectors.toList()))
        .values()
        .stream()
        .limit(LISTINGS_MAX)
        .forEach(description::add);
    return Answer.of(description.document.toString());
  }

  /// Reads the file from the jar at every request, as such requests are rare.
  static ObjectNode read() {
    try (InputStream json = Description.class.getResourceAsStream(FILE)) {
      if (json == null) {
        throw new IllegalStateException("the function was built without openapi.json");
      }
      return (ObjectNode) JSON.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// @param sorts of one path, the default first
  private void add(List<Listing> sorts) {
    String path = sorts.getFirst().path();
    ObjectNode page =
        add(sorts, "/" + path, "/{listing}", "list" + capitalized(path), "Pages of " + path);
    ObjectNode answer = document.at("/components/responses/PageOrItems").deepCopy();
    answer.withObject("/content/application~1json").removeAll();
    answer
        .withObject("/content/application~1json/schema")
        .put("$ref", "#/components/schemas/PageAnswer");
    page.withObject("/get/responses").set("200", answer);
    page.withArray("/parameters").add(parameter("page", false, number()));
    add(
        sorts,
        "/%s/facets".formatted(path),
        "/{listing}/facets",
        "count" + capitalized(path),
        "How many items of %s each filter's values have".formatted(path));
  }

  private ObjectNode add(
      List<Listing> sorts, String path, String template, String operation, String summary) {
    JsonNode common = document.path("paths").path(template);
    ObjectNode get = common.path("get").deepCopy();
    get.put("operationId", operation).put("summary", summary);
    ObjectNode described = document.withObject("/paths").putObject(path);
    described.set("parameters", parameters(sorts, common.path("parameters")));
    described.set("get", get);
    return described;
  }

  private ArrayNode parameters(List<Listing> sorts, JsonNode common) {
    Map<String, JsonNode> parameters = new LinkedHashMap<>();
    for (JsonNode reference : common) {
      String name = document.at(reference.path("$ref").asText().substring(1)).path("name").asText();
      if (!OF_ALL.contains(name)) {
        parameters.put(name, reference);
      }
    }
    Listing first = sorts.getFirst();
    int parts = first.definition().group().parts().size();
    if (parts > 0) {
      parameters.put("group", parameter("group", parts > 1, parts > 1 ? texts(parts) : text()));
    }
    if (first.sort() != null) {
      parameters.put("sort", parameter("sort", false, words(sorts.stream().map(Listing::sort))));
    }
    for (Filter filter : first.definition().filters()) {
      Stream<String> labels = filter.ordinals().stream().map(filter::label);
      ObjectNode values = NODES.objectNode().put("type", "array").put("minItems", 1);
      values.set("items", words(labels));
      parameters.put(filter.name(), parameter(filter.name(), true, values));
    }
    for (OpenFilter filter : first.definition().open()) {
      parameters.put(filter.name(), parameter(filter.name(), false, text()));
    }
    return NODES.arrayNode().addAll(parameters.values());
  }

  /// @param isRepeated whether the parameter is given once for each value
  private static ObjectNode parameter(String name, boolean isRepeated, ObjectNode schema) {
    ObjectNode parameter = NODES.objectNode().put("name", name).put("in", "query");
    if (isRepeated) {
      parameter.put("style", "form").put("explode", true);
    }
    parameter.set("schema", schema);
    return parameter;
  }

  /// The number of a page, without the word `last`, as few languages have a type of both.
  private static ObjectNode number() {
    return NODES.objectNode().put("type", "integer").put("minimum", 1);
  }

  private static ObjectNode text() {
    return NODES.objectNode().put("type", "string");
  }

  private static ObjectNode texts(int count) {
    ObjectNode schema = NODES.objectNode().put("type", "array");
    schema.put("minItems", count).put("maxItems", count).set("items", text());
    return schema;
  }

  private static ObjectNode words(Stream<String> words) {
    ObjectNode schema = text();
    words
        .collect(Collectors.toCollection(LinkedHashSet::new))
        .forEach(schema.withArray("enum")::add);
    return schema;
  }

  /// The name of a listing as a part of an identifier: `OrderLines` of `order-lines`.
  private static String capitalized(String path) {
    return Stream.of(path.split("-", -1))
        .filter(word -> !word.isEmpty())
        .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
        .collect(Collectors.joining());
  }
}
