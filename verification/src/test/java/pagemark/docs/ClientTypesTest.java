package pagemark.docs;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// client.d.ts has the parameters and the answers that openapi.json describes.
final class ClientTypesTest {
  private static final String TYPES = "cli/src/main/resources/pagemark/local/page/client.d.ts";
  private static final String API = "api-function/src/main/resources/openapi.json";

  /// A member such as `skip?: number;`, whose type may hold one level of braces.
  private static final Pattern MEMBER =
      Pattern.compile("\\s*(\\w+)(\\??): ((?:\\{[^}]*}|[^;{}])+?)(?:;|$)");

  private final String types = Documents.text(TYPES).replaceAll("(?s)/\\*.*?\\*/|//[^\n]*", "");
  private final JsonNode api = new JsonMapper().readTree(Documents.text(API));

  ClientTypesTest() throws IOException {}

  @Test
  void aQuestionHasTheParametersOfAPage() {
    SortedSet<String> parameters = new TreeSet<>();
    for (JsonNode parameter : api.at("/paths/~1{listing}/parameters")) {
      JsonNode described = resolved(parameter);
      if (described.get("in").asText().equals("query")) {
        parameters.add(described.get("name").asText());
      }
    }
    parameters.add("bars"); // of facets
    parameters.removeAll(Set.of("group", "key", "filters")); // arguments, and the index signature
    assertEquals(parameters, members("Question").keySet());
  }

  @ParameterizedTest
  @CsvSource({"PageAnswer, Page", "Bar, Bar", "ItemsAnswer, Items", "FacetsAnswer, Facets"})
  void anAnswerHasItsMembers(String schema, String type) {
    assertEquals(answer(schema), members(type));
  }

  /// Members as `name` or `name?`, with their types.
  private SortedMap<String, String> members(String name) {
    Matcher start =
        Pattern.compile("interface " + name + "\\b[^{]*(?:<[^{}]*>)?[^{]*\\{\n").matcher(types);
    assertEquals(true, start.find(), name);
    String body = types.substring(start.end(), types.indexOf("\n}", start.end()));
    SortedMap<String, String> members = new TreeMap<>();
    MEMBER
        .matcher(body.replaceAll("(?m)^\\s*\\[.*$", ""))
        .results()
        .forEach(
            member ->
                members.put(
                    member.group(1) + (name.equals("Question") ? "" : member.group(2)),
                    inOneForm(member.group(3))));
    return members;
  }

  /// A type on one line, with the members of an object in alphabetical order.
  private static String inOneForm(String type) {
    String line = type.replaceAll("\\s+", " ").strip();
    if (!line.startsWith("{")) {
      return line;
    }
    return Pattern.compile(";")
        .splitAsStream(line.substring(1, line.length() - 1))
        .map(String::strip)
        .filter(member -> !member.isEmpty())
        .sorted()
        .collect(joining("; ", "{ ", " }"));
  }

  private SortedMap<String, String> answer(String schema) {
    SortedMap<String, String> members = new TreeMap<>();
    JsonNode object = api.at("/components/schemas/" + schema);
    object
        .get("properties")
        .properties()
        .forEach(
            member -> members.put(member.getKey() + mark(object, member), type(member.getValue())));
    return members;
  }

  private static String mark(JsonNode object, Map.Entry<String, JsonNode> member) {
    return StreamSupport.stream(object.path("required").spliterator(), false)
            .anyMatch(required -> required.asText().equals(member.getKey()))
        ? ""
        : "?";
  }

  /// The schema in TypeScript's words.
  private String type(JsonNode schema) {
    String reference = schema.path("$ref").asText();
    if (reference.matches(".*/(Item|Bar)")) {
      return reference.substring(reference.lastIndexOf('/') + 1);
    }
    JsonNode described = resolved(schema);
    if (described.has("const")) {
      return described.get("const").toString();
    }
    JsonNode type = described.get("type");
    return type.isTextual()
        ? type(type.asText(), described)
        : StreamSupport.stream(type.spliterator(), false)
            .map(one -> type(one.asText(), described))
            .collect(joining(" | "));
  }

  private String type(String name, JsonNode schema) {
    return switch (name) {
      case "integer" -> "number";
      case "array" -> type(schema.get("items")) + "[]";
      case "object" ->
          schema.path("additionalProperties").isObject()
              ? "Record<string, " + type(schema.get("additionalProperties")) + ">"
              : object(schema);
      default -> name;
    };
  }

  private String object(JsonNode schema) {
    return schema.get("properties").properties().stream()
        .map(member -> member.getKey() + mark(schema, member) + ": " + type(member.getValue()))
        .sorted()
        .collect(joining("; ", "{ ", " }"));
  }

  private JsonNode resolved(JsonNode schema) {
    return schema.has("$ref") ? api.at(schema.get("$ref").asText().substring(1)) : schema;
  }
}
