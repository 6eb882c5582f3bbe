package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import com.amazonaws.services.lambda.runtime.events.ApplicationLoadBalancerResponseEvent;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.api.front.PageRefused;
import pagemark.api.front.PageUnavailable;
import pagemark.pages.Broken;
import pagemark.pages.Definitions;
import pagemark.pages.Pages;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Every front answers alike, in its own form.
final class FrontsIT {
  private static final Shop SHOP = new Shop("fronts", Definitions.COMMENTS).open();

  private final Events events = new Events(handler(PageHandler.Settings.of(false)));

  @BeforeAll
  static void fill() {
    SHOP.put(
        IntStream.range(0, 50)
            .mapToObj(i -> "2024-05-01 00:%02d".formatted(i))
            .map(at -> Shop.comment("rita" + at.substring(14), "DAFT_PUNK_TSHIRT", at))
            .toList());
    SHOP.put(List.of(Shop.comment("odd", "a b+c/ü%", "2024-05-01 00:00")));
    SHOP.put(IntStream.range(0, 3).mapToObj(FrontsIT::large).toList());
  }

  private static Map<String, AttributeValue> large(int i) {
    Map<String, AttributeValue> item =
        new HashMap<>(Shop.comment("large" + i, "LARGE", "2024-05-01 00:0" + i));
    item.put("title", fromS("x".repeat(390_000)));
    return item;
  }

  private static PageHandler handler(PageHandler.Settings settings) {
    InstantSource clock = InstantSource.system();
    return new PageHandler(
        Pages.of(SHOP.services(SHOP.listings(), SHOP.index().reader(), clock)), clock, settings);
  }

  @Test
  void everyFrontHasThePageOfAnHttpApi() {
    JsonNode expected = Events.body(events.answer(Events.file("api-page.json")));
    assertEquals(List.of("rita09"), expected.findValuesAsText("PK").subList(0, 1));
    Events.PAGES.forEach(
        (file, type) -> {
          for (JsonNode event : List.of(Events.file(file), Events.mapped(file, type))) {
            JsonNode body = Events.body(events.answer(event));
            String links = body.path("links").path("self").asText();
            String prefix = links.substring(0, links.indexOf("/comments"));
            assertEquals(expected, stripped(body, prefix), file);
            assertEquals(
                Map.of("api-page-stage.json", "/prod/shop", "api-page-rest.json", "/prod")
                    .getOrDefault(file, ""),
                prefix,
                file);
          }
        });
  }

  private static JsonNode stripped(JsonNode body, String prefix) {
    return Events.parsedObject(body.toString().replace("\"" + prefix + "/", "\"/"));
  }

  @Test
  void eachFrontReadsItsFormOfTheAnswer() {
    var rest =
        Events.as(
            APIGatewayProxyResponseEvent.class, events.answer(Events.file("api-page-rest.json")));
    assertEquals(200, rest.getStatusCode());
    assertEquals("application/json", rest.getHeaders().get("Content-Type"));
    assertTrue(
        rest.getHeaders().getOrDefault("Link", "").startsWith("</prod/comments/"), rest::toString);
    var single =
        Events.as(
            ApplicationLoadBalancerResponseEvent.class,
            events.answer(Events.file("api-page-alb.json")));
    assertEquals("200 OK", single.getStatusDescription());
    assertFalse(single.getIsBase64Encoded());
    assertEquals("nosniff", single.getHeaders().get("X-Content-Type-Options"));
    var multi =
        Events.as(
            ApplicationLoadBalancerResponseEvent.class,
            events.answer(Events.file("api-page-alb-multi.json")));
    assertEquals(null, multi.getHeaders());
    assertEquals(List.of("nosniff"), multi.getMultiValueHeaders().get("X-Content-Type-Options"));
    assertEquals(single.getBody(), multi.getBody());
  }

  @ParameterizedTest
  @ValueSource(strings = {"api-page-alb.json", "api-page-alb-multi.json", "api-page-rest.json"})
  void aFrontOfFormatOneHasEveryStatus(String file) {
    Map<String, Integer> statuses =
        Map.of("GET", 200, "HEAD", 200, "OPTIONS", 204, "DELETE", 405, "get", 405);
    statuses.forEach(
        (method, status) -> {
          JsonNode answer = events.answer(Events.file(file).put("httpMethod", method));
          assertEquals(status, answer.path("statusCode").asInt(), method);
          assertEquals(method.equals("GET") || status == 405, !body(answer).isEmpty(), method);
          if (file.contains("alb")) {
            assertTrue(answer.path("statusDescription").asText().startsWith(status + " "));
          }
        });
    JsonNode nothing = events.answer(Events.file(file).put("path", "/nothing/x"));
    assertEquals(404, nothing.path("statusCode").asInt());
    assertEquals("application/problem+json", Events.header(nothing, "Content-Type"));
  }

  private static String body(JsonNode answer) {
    return answer.path("body").asText("");
  }

  @Test
  void aPageThatTheClientHasIs304() {
    for (String file : List.of("api-page-alb.json", "api-page-alb-multi.json")) {
      ObjectNode event = Events.file(file);
      String tag = Events.header(events.answer(event), "ETag");
      if (file.contains("multi")) {
        event.withObject("/multiValueHeaders").putArray("If-None-Match").add("\"x\"").add(tag);
      } else {
        event.withObject("/headers").put("if-none-match", tag);
      }
      JsonNode answer = events.answer(event);
      assertEquals("304 Not Modified", answer.path("statusDescription").asText());
      assertEquals("", body(answer));
    }
  }

  /// A load balancer passes parameters on as they were sent, a REST API decodes them.
  @Test
  void anyGroupIsReadThroughEveryFront() {
    ObjectNode http = Events.file("api-page.json").put("rawPath", "/comments");
    http.put("rawQueryString", "group=a%20b%2Bc%2F%C3%BC%25&size=5");
    JsonNode expected = Events.body(events.answer(http));
    assertEquals(List.of("odd"), expected.findValuesAsText("PK"));

    ObjectNode alb = Events.file("api-page-alb.json").put("path", "/comments");
    alb.putObject("queryStringParameters").put("group", "a%20b%2Bc%2F%C3%BC%25").put("size", "5");
    assertEquals(expected, Events.body(events.answer(alb)));

    ObjectNode multi = Events.file("api-page-alb-multi.json").put("path", "/comments");
    ObjectNode given = multi.putObject("multiValueQueryStringParameters");
    given.putArray("group").add("a+b%2Bc/%C3%BC%25");
    given.putArray("size").add("5");
    assertEquals(expected, Events.body(events.answer(multi)));

    ObjectNode rest = rest("/comments", "comments");
    ObjectNode decoded = rest.putObject("multiValueQueryStringParameters");
    decoded.putArray("group").add("a b+c/ü%");
    decoded.putArray("size").add("5");
    assertEquals(expected, stripped(Events.body(events.answer(rest)), "/prod"));

    assertEquals(
        expected,
        events.answer("{\"listing\": \"comments\", \"group\": \"a b+c/ü%\", \"size\": 5.0}"));
  }

  private static ObjectNode rest(String path, String proxy) {
    ObjectNode event = Events.file("api-page-rest.json").put("path", path);
    event.withObject("/pathParameters").put("proxy", proxy);
    event.withObject("/requestContext").put("path", "/prod" + path);
    return event;
  }

  @Test
  void aParameterThatIsGivenTwiceIsRefusedIfTheFrontTellsIt() {
    ObjectNode rest = Events.file("api-page-rest.json");
    rest.withObject("/multiValueQueryStringParameters").putArray("page").add("1").add("2");
    JsonNode problem = Events.body(events.answer(rest));
    assertEquals("page once", problem.path("allowed").asText());
  }

  @Test
  void anAnswerToALoadBalancerIsBelowOneMegabyte() {
    ObjectNode event = Events.file("api-page-alb.json").put("path", "/comments/LARGE");
    event.putObject("queryStringParameters");
    JsonNode refused = events.answer(event);
    assertEquals(400, refused.path("statusCode").asInt());
    JsonNode problem = Events.body(refused);
    assertTrue(problem.path("detail").asText().contains("larger than the 0.7 MB of an answer"));
    String cursor = problem.path("links").path("next").asText().split("cursor=", 2)[1];
    event.putObject("queryStringParameters").put("cursor", cursor);
    JsonNode cut = events.answer(event);
    assertTrue(cut.toString().length() < 1_000_000);
    assertEquals(List.of("large2"), Events.body(cut).findValuesAsText("PK"));
    assertTrue(Events.body(cut).at("/page/cut").asBoolean());
    ObjectNode http = Events.file("api-page.json").put("rawPath", "/comments/LARGE");
    assertEquals(
        3, Events.body(events.answer(http.put("rawQueryString", ""))).path("items").size());
  }

  @Test
  void aCallerThatInvokesGetsFacetsAndItemsOfItsOwnToo() {
    JsonNode facets =
        events.answer(
            "{\"listing\": \"comments\", \"group\": [\"DAFT_PUNK_TSHIRT\"], \"facets\": true}");
    assertEquals(50, facets.path("totalItems").asInt());
    JsonNode page =
        events.answer(
            """
            {"listing": "comments", "group": "DAFT_PUNK_TSHIRT", "item": ["rita09"], "page": null,
             "facets": false, "size": 20, "order": "descending", "rating": "1,2,3,4,5,other"}
            """);
    assertEquals(3, page.path("page").path("number").asInt());
    JsonNode items =
        events.answer("{\"listing\": \"comments\", \"key\": [\"rita09\", \"nobody\", \"odd\"]}");
    assertEquals(List.of("rita09", "odd"), items.findValuesAsText("PK"));
    assertEquals("[[\"nobody\"]]", items.path("missing").toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{} | listing | missing",
        "null | listing | missing",
        "[\"comments\"] | listing | missing",
        "{\"lsiting\": \"comments\"} | listing | missing",
        "{\"listing\": 3} | listing | 3",
        "{\"listing\": [\"comments\"]} | listing | a list",
        "{\"listing\": \"a/b\"} | listing | a/b",
        "{\"listing\": \"openapi.json\"} | listing | openapi.json",
        "{\"listing\": \"comments\", \"group\": {\"S\": \"x\"}} | group | an object",
        "{\"listing\": \"comments\", \"group\": [[\"x\"]]} | group | a list",
        "{\"listing\": \"comments\", \"group\": [null]} | group | null",
        "{\"listing\": \"comments\", \"group\": \"x\", \"page\": 0} | page | 0",
        "{\"listing\": \"comments\", \"group\": \"x\", \"page\": 1.5} | page | 1.5",
        "{\"listing\": \"comments\", \"group\": \"x\", \"page\": 1e999999999} | page |"
            + " 1E+999999999",
        "{\"listing\": \"comments\", \"group\": \"x\", \"page\": 1e99999999999} | page |"
            + " 1e99999999999",
        "{\"listing\": \"comments\", \"group\": \"x\", \"page\": [1]} | page | a list",
        "{\"listing\": \"comments\", \"group\": \"x\", \"pgae\": 1} | pgae | 1",
        "{\"listing\": \"comments\", \"group\": \"x\", \"facets\": \"yes\"} | facets | yes",
        "{\"listing\": \"comments\", \"group\": \"x\", \"facets\": true, \"page\": 2} | page | 2",
      })
  void aMistakeOfAnInvocationIsThrownWithItsValueAndWhatIsValid(String story) {
    String[] parts = story.split(" \\| ", 3);
    var refused = assertThrows(PageRefused.class, () -> events.answer(parts[0]));
    ObjectNode problem = Events.parsedObject(String.valueOf(refused.getMessage()));
    assertEquals(400, problem.path("status").asInt(), problem::toString);
    assertEquals(parts[1], problem.path("parameter").asText(), problem::toString);
    assertEquals(parts[2], problem.path("value").asText());
    assertFalse(problem.path("allowed").asText().isEmpty());
    assertEquals(0, refused.getStackTrace().length);
  }

  @Test
  void anInvocationThatFindsNothingIsThrown() {
    var unknown =
        assertThrows(
            PageRefused.class, () -> events.answer("{\"listing\": \"nothing\", \"group\": \"x\"}"));
    assertTrue(String.valueOf(unknown.getMessage()).contains("\"status\":404"));
    var past =
        assertThrows(
            PageRefused.class,
            () ->
                events.answer(
                    "{\"listing\": \"comments\", \"group\": \"DAFT_PUNK_TSHIRT\", \"page\": 9}"));
    assertTrue(String.valueOf(past.getMessage()).contains("\"lastPage\":3"));
  }

  @Test
  void anInvocationThatMaySucceedLaterIsThrownByAnotherName() {
    Events down = new Events(SHOP.front(Broken.down()).handler());
    var unavailable =
        assertThrows(
            PageUnavailable.class,
            () -> down.answer("{\"listing\": \"comments\", \"group\": \"x\", \"page\": 2}"));
    assertTrue(String.valueOf(unavailable.getMessage()).contains("\"status\":503"));
  }

  @Test
  void linksBehindABasePathLeadOn() {
    Events shop =
        new Events(handler(new PageHandler.Settings(false, new BasePath("/shop"), Cors.NONE)));
    ObjectNode event =
        Events.file("api-page-alb.json").put("path", "/shop/comments/DAFT_PUNK_TSHIRT");
    event.putObject("queryStringParameters").put("page", "2");
    JsonNode page = shop.answer(event);
    JsonNode links = Events.body(page).path("links");
    assertEquals("/shop/comments/DAFT_PUNK_TSHIRT?page=3", links.path("next").asText());
    String header = Events.header(page, "Link");
    assertEquals(
        6, header.split("</shop/comments/DAFT_PUNK_TSHIRT\\?page=", -1).length - 1, header);
    assertEquals(404, shop.answer(Events.file("api-page-alb.json")).path("statusCode").asInt());
    event.remove("queryStringParameters");
    JsonNode described = Events.body(shop.answer(event.put("path", "/shop/openapi.json")));
    assertEquals("/shop/", described.at("/servers/0/url").asText());
    JsonNode invoked =
        shop.answer("{\"listing\": \"comments\", \"group\": \"DAFT_PUNK_TSHIRT\", \"page\": 2}");
    assertEquals(links, invoked.path("links"));
  }

  /// It takes the place of every prefix. No header of the request counts.
  @Test
  void linksBeginWithTheUrlThatIsConfigured() {
    BasePath url = new BasePath("https://example.com:8443");
    Events shop = new Events(handler(new PageHandler.Settings(false, url, Cors.NONE)));
    String page = url.text() + "/comments/DAFT_PUNK_TSHIRT?page=";
    Events.PAGES.forEach(
        (file, _) -> {
          JsonNode answer = shop.answer(Events.file(file));
          String prev = Events.body(answer).at("/links/prev").asText();
          assertTrue(prev.startsWith(page + 2), prev);
          String header = Events.header(answer, "Link");
          assertEquals(header.split("<", -1).length, header.split("<https:", -1).length, header);
        });
    Front front = new Front(shop.handler());
    assertTrue(front.get("/comments/x").body().at("/links/self").asText().startsWith("https:"));
    assertEquals(
        page.replaceFirst("\\?.*", "?size=5"),
        front.get("/comments/DAFT_PUNK_TSHIRT?limit=5").body().at("/links/suggested").asText());
    assertEquals(
        "https://example.com:8443/",
        front.get("/openapi.json").body().at("/servers/0/url").asText());
  }

  @Test
  void preflightsOfFrontsWithoutCorsOfTheirOwnAreAnswered() {
    Cors cors = new Cors(List.of("https://shop.example.com", "http://localhost:5173"));
    Events allowed = new Events(handler(new PageHandler.Settings(false, BasePath.NONE, cors)));
    for (String file : List.of("api-page-alb.json", "api-page-rest.json")) {
      ObjectNode event = Events.file(file);
      event.remove("multiValueHeaders");
      event
          .putObject("headers")
          .put("Origin", "https://shop.example.com")
          .put("Access-Control-Request-Method", "GET");
      JsonNode page = allowed.answer(event);
      assertEquals("https://shop.example.com", Events.header(page, "Access-Control-Allow-Origin"));
      assertTrue(Events.header(page, "Access-Control-Expose-Headers").contains("etag"));
      JsonNode preflight = allowed.answer(event.put("httpMethod", "OPTIONS"));
      assertEquals(204, preflight.path("statusCode").asInt());
      assertEquals("GET, HEAD", Events.header(preflight, "Access-Control-Allow-Methods"));
      assertEquals("", Events.header(events.answer(event), "Access-Control-Allow-Methods"));
      event.withObject("/headers").put("Origin", "https://evil.example.com");
      JsonNode foreign = allowed.answer(event);
      assertEquals("", Events.header(foreign, "Access-Control-Allow-Origin"));
      assertEquals("Origin", Events.header(foreign, "Vary"));
    }
    ObjectNode http = Events.file("api-page.json");
    http.withObject("/headers").put("origin", "https://shop.example.com");
    assertEquals("", Events.header(allowed.answer(http), "Access-Control-Allow-Origin"));
  }
}
