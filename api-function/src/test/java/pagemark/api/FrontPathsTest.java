package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.api.front.FrontDoor;
import pagemark.api.front.Request;

/// What of a path is a prefix, which links repeat, and what a request asks for.
final class FrontPathsTest {
  private static final String GATEWAY = "a1b2c3d4e5.execute-api.eu-central-1.amazonaws.com";

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        // stage, route, what {proxy+} took, raw path, prefix, path
        "$default, $default, '', /comments/x, '', /comments/x",
        "prod, $default, '', /prod/comments/x, /prod, /comments/x",
        "prod, $default, '', /production/x, '', /production/x",
        "prod, $default, '', /prod, /prod, ''",
        "comments, $default, '', /comments/comments/x, /comments, /comments/x",
        "$default, ANY /shop/{proxy+}, comments/x, /shop/comments/x, /shop, /comments/x",
        "prod, ANY /shop/v1/{proxy+}, comments, /prod/shop/v1/comments, /prod/shop/v1, /comments",
        "$default, GET /{proxy+}, comments/x, /comments/x, '', /comments/x",
        "$default, GET /{path+}, comments/x, /comments/x, '', /comments/x",
        "$default, GET /shop/{path+}, comments/x, /shop/comments/x, /shop, /comments/x",
        "$default, GET /shop/{path+}, comments/x/, /shop/comments/x/, /shop, /comments/x/",
        "$default, GET /shop/{path+}, comments%2Fx, /shop/comments/x, /shop, /comments/x",
        "$default, GET /shop/{path+}, other, /shop/comments/x, '', /shop/comments/x",
        "$default, GET /{listing}/{proxy+}, x, /comments/x, '', /comments/x",
        "$default, GET /{proxy+}, evil.com/comments/x, //evil.com/comments/x, '',"
            + " //evil.com/comments/x",
        "$default, GET /{proxy+}, comments/x, /evil.com//comments/x, '', /evil.com//comments/x",
        "$default, GET /a/../{proxy+}, comments/x, /a/../comments/x, '', /a/../comments/x"
      })
  void anHttpApiTellsItsStageAndItsRoute(
      String stage, String route, String proxy, String path, String prefix, String asked) {
    ObjectNode event =
        Events.file("api-page.json").put("rawPath", path).put("routeKey", unquoted(route));
    event.withObject("/requestContext").put("stage", stage).put("domainName", GATEWAY);
    event.putObject("pathParameters").put("proxy", unquoted(proxy)).put("path", unquoted(proxy));
    assertAsked(event, unquoted(prefix), unquoted(asked));
  }

  private static String unquoted(String text) {
    return text.replace("'", "");
  }

  private static void assertAsked(ObjectNode event, String prefix, String path) {
    Request request = FrontDoor.of(event).request();
    assertEquals(prefix + " " + path, request.prefix() + " " + request.path(), event::toString);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        // resource, what {proxy+} took, path, the client's path, prefix, path
        "/{proxy+}, comments/x, /comments/x, /prod/comments/x, /prod, /comments/x",
        "/{proxy+}, comments/x, /v1/comments/x, /v1/comments/x, /v1, /comments/x",
        "/shop/{proxy+}, comments/x, /shop/comments/x, /prod/shop/comments/x, /prod/shop,"
            + " /comments/x",
        "/{proxy+}, comments/a_b, /comments/a%5Fb, /prod/comments/a%5Fb, /prod, /comments/a_b",
        "/{proxy+}, comments/a%5Fb, /comments/a%5Fb, /prod/comments/a%5Fb, /prod, /comments/a_b",
        "/{proxy+}, comments/a%255Fb, /comments/a%255Fb, /prod/comments/a%255Fb, /prod,"
            + " /comments/a%5Fb",
        "/{listing}/{group}, '', /comments/x, /prod/comments/x, /prod, /comments/x",
        "/{listing}/{group}, '', /v1/comments/x, /v1/comments/x, '', /v1/comments/x",
        "/{listing}/{proxy+}, x, /comments/x, /prod/comments/x, /prod, /comments/x",
        "/{proxy+}, comments/x, /comments/x, '', '', /comments/x",
        "/{proxy+}, comments/x, /comments/x, //evil.com/comments/x, '', /comments/x"
      })
  void aRestApiTellsTheClientsPath(
      String resource, String proxy, String path, String whole, String prefix, String asked) {
    ObjectNode event =
        Events.file("api-page-rest.json").put("path", path).put("resource", resource);
    event.putObject("pathParameters").put("proxy", unquoted(proxy));
    event.withObject("/requestContext").put("path", unquoted(whole));
    assertAsked(event, unquoted(prefix), asked);
  }

  /// It decodes the path, and leaves the stage in it.
  @Test
  void anHttpApiOfFormatOneTellsItsStage() {
    ObjectNode event = Events.file("api-page-rest.json").put("version", "1.0");
    event.put("path", "/prod/comments/a%5Fb").remove("pathParameters");
    event.withObject("/requestContext").put("path", "/prod/comments/a%5Fb");
    assertAsked(event, "/prod", "/comments/a%5Fb");
    event.withObject("/requestContext").put("stage", "$default");
    assertAsked(event, "", "/prod/comments/a%5Fb");
  }

  private static Request within(String base, ObjectNode event) {
    return new BasePath(base).within(FrontDoor.of(event).request());
  }

  private static void assertWithin(String base, ObjectNode event, String prefix, String path) {
    Request request = within(base, event);
    assertEquals(prefix + " " + path, request.prefix() + " " + request.path());
  }

  @Test
  void otherFrontsHaveTheBasePathThatIsConfigured() {
    for (String file : new String[] {"api-page-alb.json", "api-page-alb-multi.json"}) {
      ObjectNode event = Events.file(file).put("path", "/shop/v1/comments/a%5Fb");
      assertWithin("/shop/v1", event, "/shop/v1", "/comments/a_b");
      assertWithin("", event, "", "/shop/v1/comments/a_b");
      assertWithin("/shop", event.put("path", "/shop"), "/shop", "");
    }
    ObjectNode url = Events.file("api-page-function-url.json").put("rawPath", "/shop/comments/x");
    assertWithin("/shop", url, "/shop", "/comments/x");
    ObjectNode http = Events.file("api-page.json").put("rawPath", "/shop/comments/x");
    assertWithin("/shop", http, "/shop", "/comments/x");
    assertWithin("https://a.example/shop", http, "https://a.example/shop", "/comments/x");
  }

  @Test
  void aPrefixOfTheEventCountsAloneUnlessAUrlIsConfigured() {
    assertWithin(
        "/other", Events.file("api-page-stage.json"), "/prod/shop", "/comments/DAFT_PUNK_TSHIRT");
    assertWithin("/prod", Events.file("api-page-rest.json"), "/prod", "/comments/DAFT_PUNK_TSHIRT");
    String url = "http://localhost:8080/shop";
    assertWithin(url, Events.file("api-page-rest.json"), url, "/comments/DAFT_PUNK_TSHIRT");
  }

  /// API Gateway puts the stage in place of what it maps the domain to.
  @Test
  void theBasePathLeadsTheLinksOfAMappedDomain() {
    ObjectNode event = Events.file("api-page.json").put("rawPath", "/prod/comments/x");
    event.withObject("/requestContext").put("stage", "prod").put("domainName", "api.example.com");
    assertWithin("/v1", event, "/v1", "/comments/x");
    assertWithin("", event, "", "/comments/x");
    event.put("rawPath", "/v1/comments/x");
    assertWithin("/v1", event, "/v1", "/comments/x");
    event.put("rawPath", "/prod/shop/comments/x").put("routeKey", "ANY /shop/{proxy+}");
    event.putObject("pathParameters").put("proxy", "comments/x");
    assertWithin("/v1", event, "/v1/shop", "/comments/x");
    assertWithin("/v1", Events.file("api-page-invoke.json"), "/v1", "/comments");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/comments/x", "/shopping/comments/x", "/", "", "/Shop/comments/x"})
  void aPathOutsideOfTheBasePathIsA404ThatNamesIt(String path) {
    ObjectNode event = Events.file("api-page-alb.json").put("path", path);
    Problem problem = Front.problem(() -> within("/shop", event));
    assertEquals(404, problem.status());
    assertEquals(problem, Front.problem(() -> within("https://a.example/shop", event)));
    assertEquals(
        "there is nothing at this path; the base path is /shop: pages are at"
            + " /shop/{listing}?group={group}, facets at /shop/{listing}/facets?group={group}",
        problem.detail());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "shop",
        "/shop/",
        "//",
        "/",
        "/a//b",
        "/a b",
        "/a%20b",
        "/.",
        "/a/../b",
        "example.com",
        "//example.com",
        "ftp://example.com",
        "https://",
        "https://example.com/",
        "https://example.com/a/../b",
        "https://example.com?a=b",
        "https://user@example.com",
        "https://example.com>"
      })
  void noOtherTextIsABasePath(String text) {
    var refused = assertThrows(IllegalArgumentException.class, () -> new BasePath(text));
    assertTrue(
        String.valueOf(refused.getMessage())
            .startsWith("is \"" + text + "\"; valid values: / for"));
  }

  /// A table of requests has such filters.
  @Test
  void anInvocationMayHaveParametersThatAreCalledAsFieldsOfHttp() {
    ObjectNode event = Events.file("api-page-invoke.json");
    event.put("httpMethod", "GET").put("path", "/a b").put("rawPath", "/x").put("version", "1.0");
    Request request = FrontDoor.of(event).request();
    assertEquals("/comments", request.path());
    assertEquals(
        "group=DAFT_PUNK_TSHIRT&page=3&httpMethod=GET&path=%2Fa+b&rawPath=%2Fx&version=1.0",
        request.query());
  }

  @Test
  void aLongPathOfManySegmentsIsNoPrefix() {
    String many = "/a".repeat(20_000);
    ObjectNode event = Events.file("api-page.json").put("rawPath", many + "/comments/x");
    event
        .put("routeKey", "ANY /shop/{proxy+}")
        .putObject("pathParameters")
        .put("proxy", "comments/x");
    assertAsked(event, "", many + "/comments/x");
  }
}
