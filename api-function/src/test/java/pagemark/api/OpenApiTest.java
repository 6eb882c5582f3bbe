package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pagemark.api.Front.Reply;
import pagemark.pages.Definitions;

/// Tests openapi.json itself, which refuses answers that no API gives.
final class OpenApiTest {
  private static final String URL = "/comments/x?page=2";
  private static final String PAGE =
      """
      {"items":[{"PK":"rita"}],\
      "page":{"number":2,"size":20,"totalItems":21,"totalPages":2},\
      "links":{"self":"/comments/x?page=2","first":"/comments/x?page=1",\
      "prev":"/comments/x?page=1","next":null,"last":"/comments/x?page=2"},\
      "cursors":{"before":"abc","after":null}}\
      """;

  /// Two sorts, a group of two values, a filter called as a parameter, an open one; and a claim.
  private static final String OWN =
      """
      {
        "order-lines": {
          "table": "store", "key": [ { "attribute": "PK" } ],
          "group": [ { "attribute": "shop" }, { "attribute": "day" } ],
          "sorts": {
            "recent": { "attribute": "at", "type": "string" },
            "total": { "attribute": "total", "type": "number" }
          },
          "filters": {
            "zone": { "attribute": "status", "values": ["OPEN", "PAID"] },
            "city": { "attribute": "city", "values": "any" }
          },
          "attributes": "*"
        },
        "mine": {
          "table": "store", "key": [ { "attribute": "PK" } ], "group": { "attribute": "user" },
          "groupClaim": "sub", "sort": { "attribute": "at", "type": "string" }, "attributes": "*"
        }
      }
      """;

  private static final Map<String, String> JSON =
      Map.of(
          "Content-Type", "application/json",
          "Cache-Control", "max-age=5",
          "X-Content-Type-Options", "nosniff",
          "ETag", "W/\"0123456789abcdef\"");

  @Test
  void describesExactlyTheParametersThatRequestsMayHave() {
    describes(RequestReader.OF_PAGES, "/{listing}", "", RequestReader.OF_ITEMS);
    describes(RequestReader.OF_FACETS, "/{listing}", "/facets", List.of());
    assertEquals(Set.of("listing", "group"), names("/{listing}/{group}", "path"));
    assertEquals(Set.of("listing"), names("/{listing}", "path"));
    assertEquals(Set.of(), names("/openapi.json", "query"));
  }

  private static void describes(
      List<String> parameters, String begin, String end, List<String> more) {
    Set<String> known = new TreeSet<>(parameters);
    known.add(OpenApi.FILTERS);
    known.addAll(more);
    assertEquals(known, names(begin + end, "query"));
    known.remove("group");
    assertEquals(known, names(begin + "/{group}" + end, "query"));
  }

  private static Set<String> names(String template, String place) {
    return OpenApi.parameters(template).stream()
        .filter(parameter -> parameter.get("in").textValue().equals(place))
        .map(parameter -> parameter.get("name").textValue())
        .collect(Collectors.toSet());
  }

  @Test
  void isServedToGetAndHeadWithoutParameters() {
    Front front = front(Definitions.COMMENTS);
    Reply reply = front.get("/openapi.json");
    ObjectNode served = (ObjectNode) reply.body();
    served.withObject("/paths").remove(List.of("/comments", "/comments/facets"));
    assertEquals(OpenApi.DOCUMENT, served);
    assertEquals("application/json", reply.header("Content-Type"));
    assertEquals("", front.send("HEAD", "/openapi.json").text());
    assertEquals("GET, HEAD", front.send("POST", "/openapi.json").header("Allow"));
    Reply refused = front.get("/openapi.json?page=1");
    assertEquals("page", refused.body().path("parameter").asText());
    assertEquals("none, this path has no parameters", refused.body().path("allowed").asText());
  }

  private static Front front(String listings) {
    return new Front(
        new PageHandler(
            Definitions.pages(Definitions.listings(listings, "store")),
            InstantSource.system(),
            false));
  }

  /// Generators of clients read the names and values that a deployment takes.
  @Test
  void namesTheListingsOfADeployment() {
    JsonNode served = front(OWN).get("/openapi.json").body();
    JsonNode orders = served.at("/paths/~1order-lines");
    assertEquals("listOrderLines", orders.at("/get/operationId").textValue());
    assertEquals("countOrderLines", countOf(served).at("/get/operationId").textValue());
    assertEquals(
        "{\"type\":\"array\",\"minItems\":2,\"maxItems\":2,\"items\":{\"type\":\"string\"}}",
        schema(orders, "group"));
    assertEquals("{\"type\":\"string\",\"enum\":[\"recent\",\"total\"]}", schema(orders, "sort"));
    assertEquals(
        "{\"type\":\"array\",\"minItems\":1,"
            + "\"items\":{\"type\":\"string\",\"enum\":[\"OPEN\",\"PAID\",\"other\"]}}",
        schema(orders, "zone"));
    assertEquals("{\"type\":\"string\"}", schema(orders, "city"));
    assertEquals("{\"type\":\"integer\",\"minimum\":1}", schema(orders, "page"));
    assertEquals(
        "{\"schema\":{\"$ref\":\"#/components/schemas/PageAnswer\"}}",
        orders.at("/get/responses/200/content/application~1json").toString());
    assertEquals(
        1,
        orders.at("/parameters").findValuesAsText("name").stream().filter("zone"::equals).count());
    assertTrue(orders.at("/parameters").toString().contains("#/components/parameters/Skip\""));
    assertFalse(orders.at("/parameters").toString().contains("#/components/parameters/Zone\""));
    assertFalse(countOf(served).toString().contains("#/components/parameters/Skip\""));
  }

  /// A listing with a groupClaim is described only to callers whose token has that claim.
  @Test
  void namesAListingWithAClaimToCallersThatHaveIt() {
    Front front = front(OWN);
    assertTrue(front.get("/openapi.json").body().at("/paths/~1mine").isMissingNode());
    Reply hers = front.as(Map.of("sub", "rita"), "/openapi.json");
    assertEquals("listMine", hers.body().at("/paths/~1mine/get/operationId").textValue());
    assertEquals("no-store", hers.header("Cache-Control"));
  }

  @Test
  void namesAtMostAHundredListings() {
    String listings =
        IntStream.range(0, 101)
            .mapToObj(
                i ->
                    "\"l%d\": { \"table\": \"store\", \"key\": [ { \"attribute\": \"PK\" } ], "
                            .formatted(i)
                        + "\"sort\": { \"attribute\": \"at\", \"type\": \"string\" }, "
                        + "\"attributes\": \"*\" }")
            .collect(Collectors.joining(",", "{", "}"));
    JsonNode paths = front(listings).get("/openapi.json").body().path("paths");
    assertTrue(paths.has("/l99"));
    assertFalse(paths.has("/l100"));
  }

  private static JsonNode countOf(JsonNode served) {
    return served.at("/paths/~1order-lines~1facets");
  }

  private static String schema(JsonNode path, String name) {
    for (JsonNode parameter : path.path("parameters")) {
      if (parameter.path("name").asText().equals(name)) {
        return parameter.path("schema").toString();
      }
    }
    throw new AssertionError(name + " is no parameter");
  }

  @Test
  void hasNoDanglingReference() {
    assertTrue(OpenApi.DOCUMENT.get("openapi").textValue().startsWith("3.1."));
    assertTrue(OpenApi.references().map(OpenApi::resolved).count() > 40);
  }

  @Test
  void itsSchemasAreValidAndClosed() {
    Map<String, JsonNode> schemas = new TreeMap<>();
    OpenApi.DOCUMENT
        .at("/components/schemas")
        .properties()
        .forEach(e -> schemas.put(e.getKey(), e.getValue()));
    List<String> open = new ArrayList<>();
    schemas.forEach(
        (name, schema) -> {
          assertEquals(List.of(), OpenApi.mistakesOf(schema), name);
          boolean closed =
              schema.path("additionalProperties").isBoolean()
                  || schema.path("unevaluatedProperties").isBoolean()
                  || schema.has("oneOf")
                  || schema.has("anyOf");
          if (!closed) {
            open.add(name);
          }
        });
    assertEquals(List.of("Problem"), open);
    for (String kind : List.of("parameters", "headers")) {
      for (JsonNode described : OpenApi.DOCUMENT.at("/components/" + kind)) {
        assertEquals(List.of(), OpenApi.mistakesOf(described.get("schema")));
      }
    }
    assertFalse(OpenApi.mistakesOf(OpenApi.DOCUMENT.at("/paths/~1{listing}/parameters")).isEmpty());
  }

  /// Each answer with a body has examples, which are of its schema.
  @Test
  void itsExamplesAreWhatTheyShow() {
    int examples = 0;
    for (Map.Entry<String, JsonNode> response :
        OpenApi.DOCUMENT.at("/components/responses").properties()) {
      for (JsonNode content : response.getValue().path("content")) {
        boolean isItself = response.getKey().equals("Description");
        assertTrue(isItself || content.path("examples").size() > 0, response.getKey());
        for (JsonNode example : content.path("examples")) {
          assertEquals(
              List.of(),
              OpenApi.mistakes(content.get("schema"), example.get("value")),
              response.getKey());
          examples++;
        }
      }
    }
    assertEquals(13, examples);
  }

  @Test
  void refusesWhatAnAnswerShouldNotHold() {
    refused("items", page("[{\"PK\":\"rita\"}]", "[1]"));
    refused("extra", page("\"items\"", "\"extra\":1,\"items\""));
    refused("cursors", page(",\"cursors\":{\"before\":\"abc\",\"after\":null}", ""));
    refused("before", page("abc", "ab="));
    refused("earlier", page("\"last\"", "\"earlier\":null,\"last\""));
    refused("number", page("\"number\":2", "\"number\":2,\"skip\":20"));
    refused("totalItems", page("21,", "null,"));
    refused("size", page("\"size\":20", "\"size\":1001"));
    refused("verified", page("\"totalPages\":2", "\"totalPages\":2,\"verified\":true"));
    refused("self", page("\"self\":\"/", "\"self\":\"host/"));
  }

  private static Reply page(String part, String instead) {
    assertTrue(PAGE.contains(part), part);
    return new Reply(200, JSON, PAGE.replace(part, instead));
  }

  private static void refused(String why, Reply reply) {
    DescribedAnswer answer = new DescribedAnswer("GET", URL, reply);
    AssertionError error = assertThrows(AssertionError.class, answer::check, why);
    assertTrue(String.valueOf(error.getMessage()).contains(why), error.getMessage());
  }
}
