package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import pagemark.api.Front.Reply;
import pagemark.pages.Definitions;

/// HTTP APIs and function URLs answer alike, and both serve the API's description.
final class FrontDoorsIT {
  private static final Shop SHOP = new Shop("front-doors", Definitions.COMMENTS).open();

  /// Diagnostics are off, so that the headers contain no times.
  private static final Front FRONT = SHOP.front(SHOP.listings(), InstantSource.system(), false);

  @BeforeAll
  static void fill() {
    SHOP.put(
        IntStream.range(0, 50)
            .mapToObj(i -> "2024-05-01 00:%02d".formatted(i))
            .map(at -> Shop.comment("rita" + at.substring(14), "DAFT_PUNK_TSHIRT", at))
            .toList());
  }

  @Test
  void aFunctionUrlAnswersAsAnHttpApiDoes() throws IOException {
    var byApi = FRONT.handler().handleRequest(event("api-page.json"), FRONT.log());
    var byUrl = FRONT.handler().handleRequest(event("api-page-function-url.json"), FRONT.log());
    assertEquals(200, byApi.getStatusCode());
    assertTrue(byApi.getBody().contains("rita09"), byApi.getBody());
    assertEquals(byApi, byUrl);
  }

  @Test
  void aFunctionUrlRefusesAsAnHttpApiDoes() throws IOException {
    for (String path :
        List.of(
            "/comments",
            "/comments/a%20b",
            "/comments/a%",
            "/comments/a%252F",
            "/comments/facets")) {
      assertEquals(400, byFunctionUrl(path), path);
    }
    for (String path : List.of("/", "/nothing/x", "/comments%2Fx%2Fy")) {
      assertEquals(404, byFunctionUrl(path), path);
    }
    assertEquals(200, byFunctionUrl("/openapi%2Ejson"));
    assertEquals(200, byFunctionUrl("/comments/rita/facets"));
  }

  private static int byFunctionUrl(String path) throws IOException {
    APIGatewayV2HTTPEvent event = event("api-page-function-url.json");
    event.setRawPath(path);
    event.setRawQueryString("");
    return FRONT.handler().handleRequest(event, FRONT.log()).getStatusCode();
  }

  private static APIGatewayV2HTTPEvent event(String name) throws IOException {
    return LambdaEventSerializers.serializerFor(
            APIGatewayV2HTTPEvent.class, FrontDoorsIT.class.getClassLoader())
        .fromJson(file("events/" + name));
  }

  private static String file(String name) throws IOException {
    return Files.readString(Path.of(System.getProperty("pagemark.root", ".."), name));
  }

  @Test
  void theDescriptionIsTheFileThatIsCheckedIn() throws IOException {
    Reply reply = FRONT.get("/openapi.json");
    assertEquals(200, reply.status());
    assertEquals("application/json", reply.header("Content-Type"));
    assertEquals(file("api-function/src/main/resources/openapi.json"), reply.text());
  }

  @Test
  void theDescriptionTakesGetAndHeadAndNoParameters() {
    assertEquals(200, FRONT.send("HEAD", "/openapi.json").status());
    assertEquals("", FRONT.send("HEAD", "/openapi.json").text());
    Reply posted = FRONT.send("POST", "/openapi.json");
    assertEquals(405, posted.status());
    assertEquals("GET, HEAD", posted.header("Allow"));
    for (String query : List.of("page=1", "", "x", "cursor=abc")) {
      Reply reply = FRONT.get("/openapi.json?" + query);
      assertEquals(query.isEmpty() ? 200 : 400, reply.status(), query);
    }
    Reply refused = FRONT.get("/openapi.json?page=1");
    assertEquals("page", refused.body().path("parameter").asText());
    assertEquals("none, this path has no parameters", refused.body().path("allowed").asText());
    assertEquals(404, FRONT.get("/openapi.json/x").status());
  }
}
