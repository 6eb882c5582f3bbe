package pagemark.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigInteger;
import java.net.URLDecoder;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import pagemark.api.Front.Reply;

/// Checks an answer, and its request if that was accepted, against openapi.json. The file must
/// describe the status, content type, headers, body and parameters.
///
/// @param url path-absolute, percent-encoded
record DescribedAnswer(String method, String url, Reply reply) {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String ANY_GROUP = "/{listing}";
  private static final String PATH_GROUP = "/{listing}/{group}";
  private static final String FACETS = "/{listing}/facets";
  private static final String PATH_FACETS = "/{listing}/{group}/facets";
  private static final String DESCRIPTION = "/openapi.json";
  private static final Set<Integer> NOWHERE = Set.of(204, 404, 405);

  void check() {
    JsonNode response = response();
    String type = reply.header("Content-Type");
    JsonNode content = response.path("content").path(type);
    boolean bare = reply.status() == 304 || reply.status() == 204;
    demand(bare || !content.isMissingNode(), "content type " + type + " is not described");
    checkHeaders(response.path("headers"));
    if (isHead() || bare) {
      demand(reply.text().isEmpty(), "an answer to HEAD, or of 304, has a body");
    } else {
      checkValue("body", content.path("schema"), reply.body());
    }
    if (reply.status() == 200) {
      checkParameters();
    }
  }

  private boolean isHead() {
    return method.equals("HEAD");
  }

  private JsonNode response() {
    String path = path();
    boolean known = isHead() || method.equals("GET") || method.equals("OPTIONS");
    demand(known == (reply.status() != 405), "405 is for other methods than GET, HEAD, OPTIONS");
    demand(!path.isEmpty() || NOWHERE.contains(reply.status()), "there is nothing at this path");
    JsonNode operation =
        OpenApi.DOCUMENT
            .path("paths")
            .path(path.isEmpty() ? ANY_GROUP : path)
            .path(known ? method.toLowerCase(Locale.ROOT) : "get");
    JsonNode response = operation.path("responses").path("" + reply.status());
    demand(!response.isMissingNode(), "this status is not described");
    return OpenApi.resolved(response);
  }

  /// The template that the path fits; empty if there is none.
  private String path() {
    String path = URLDecoder.decode(url.split("\\?", 2)[0].replace("+", "%2B"), UTF_8);
    if (path.matches("/.*[^/]/")) {
      path = path.substring(0, path.length() - 1); // a slash at the end changes nothing
    }
    if (path.equals(DESCRIPTION)) {
      return path;
    }
    if (path.endsWith("/facets") && path.matches("/[^/]+(/[^/]+)?/facets")) {
      return path.matches("/[^/]+/facets") ? FACETS : PATH_FACETS;
    }
    return path.matches("/[^/]+") ? ANY_GROUP : path.matches("/[^/]+/[^/]+") ? PATH_GROUP : "";
  }

  private void checkHeaders(JsonNode described) {
    for (Map.Entry<String, JsonNode> header : described.properties()) {
      boolean required = OpenApi.resolved(header.getValue()).path("required").asBoolean();
      demand(!required || reply.headers().containsKey(header.getKey()), header.getKey() + " lacks");
    }
    reply.headers().forEach((name, value) -> checkHeader(described, name, value));
  }

  private void checkHeader(JsonNode described, String name, String value) {
    if (!name.equals("Content-Type")) {
      demand(described.has(name), "header " + name + " is not described");
      JsonNode schema = OpenApi.resolved(described.path(name)).path("schema");
      checkValue("header " + name, schema, value(schema, List.of(value)));
    }
  }

  private void checkParameters() {
    String[] parts = url.split("\\?", 2);
    List<JsonNode> described = OpenApi.parameters(path());
    Parameters.parse(parts.length == 1 ? "" : parts[1])
        .byName()
        .forEach((name, values) -> checkParameter(described, name, values));
  }

  private void checkParameter(List<JsonNode> described, String name, List<String> values) {
    String what = "parameter " + name;
    inQuery(described, name)
        .map(parameter -> parameter.path("schema"))
        .ifPresentOrElse(
            schema -> checkValue(what, schema, value(schema, values)),
            () -> checkValue(what, filters(described), filter(name, values.getFirst())));
  }

  private static Optional<JsonNode> inQuery(List<JsonNode> described, String name) {
    return described.stream()
        .filter(p -> p.path("in").asText().equals("query"))
        .filter(p -> p.path("name").asText().equals(name))
        .findFirst();
  }

  /// The parameter that stands for all filters: each of its members is a parameter.
  private JsonNode filters(List<JsonNode> described) {
    return inQuery(described, OpenApi.FILTERS)
        .orElseThrow(() -> mistake("there are no filters"))
        .path("schema");
  }

  private static JsonNode filter(String name, String value) {
    return NODES.objectNode().put(name, value);
  }

  /// Converts the texts of a parameter to the JSON type of its schema.
  private static JsonNode value(JsonNode schema, List<String> texts) {
    String text = texts.getFirst();
    return switch (schema.path("type").asText()) {
      case "array" -> {
        ArrayNode array = NODES.arrayNode();
        texts.forEach(array::add);
        yield array;
      }
      case "integer", "" ->
          text.matches("-?[0-9]+") ? NODES.numberNode(new BigInteger(text)) : NODES.textNode(text);
      default -> NODES.textNode(text);
    };
  }

  private void checkValue(String what, JsonNode schema, JsonNode value) {
    demand(!schema.isMissingNode(), what + " has no schema");
    List<String> mistakes = OpenApi.mistakes(schema, value);
    demand(mistakes.isEmpty(), what + " is not as described: " + mistakes);
  }

  private void demand(boolean holds, String otherwise) {
    if (!holds) {
      throw mistake(otherwise);
    }
  }

  private AssertionError mistake(String what) {
    return new AssertionError(
        "openapi.json: %s (%s %s: %d %s %s)"
            .formatted(what, method, url, reply.status(), reply.headers(), reply.text()));
  }
}
