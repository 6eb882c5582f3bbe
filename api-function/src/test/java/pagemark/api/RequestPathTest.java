package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import pagemark.api.Problem.ProblemException;
import pagemark.api.front.FrontDoor;

final class RequestPathTest {
  private static final String FUNCTION_URL = "abc123.lambda-url.us-east-1.on.aws";
  private static final String HTTP_API = "abc123.execute-api.us-east-1.amazonaws.com";

  @Test
  void isDecodedForFunctionUrlsAndAlreadyDecodedByHttpApis() {
    assertEquals("a_b", group(HTTP_API, "/comments/a_b"));
    assertEquals("a_b", group(FUNCTION_URL, "/comments/a%5Fb"));
    assertEquals("a+b ü", group(FUNCTION_URL, "/comments/a+b%20%C3%BC"));
    assertThrows(ProblemException.class, () -> path(FUNCTION_URL, "/comments/a%2Fc%2Fd%2Fe%2Ff"));
  }

  @Test
  void isDecodedOnce() {
    assertEquals("a%5Fb", group(HTTP_API, "/comments/a%5Fb"));
    assertEquals("a%5Fb", group(FUNCTION_URL, "/comments/a%255Fb"));
  }

  @Test
  void isLeftUnchangedIfItsEncodingIsInvalid() {
    for (String group : new String[] {"a%", "%zz", "%-1"}) {
      assertEquals(group, group(FUNCTION_URL, "/comments/" + group));
    }
  }

  @Test
  void isReadFromEventsWithoutADomain() {
    assertEquals(
        new RequestPath.OfListing("comments", List.of("a%5Fb"), false),
        path(null, "/comments/a%5Fb"));
  }

  @Test
  void facetsAreTheLastSegmentAndNoGroup() {
    assertEquals(
        new RequestPath.OfListing("comments", List.of("x"), true),
        path(HTTP_API, "/comments/x/facets"));
    assertEquals(
        new RequestPath.OfListing("comments", List.of(), true), path(HTTP_API, "/comments/facets"));
    assertEquals(
        new RequestPath.OfListing("tasks", List.of("facets", "x"), true),
        path(HTTP_API, "/tasks/facets/x/facets"));
    assertEquals(new RequestPath.OpenApi(), path(HTTP_API, "/openapi.json"));
  }

  private static String group(String domain, String rawPath) {
    List<String> group = ((RequestPath.OfListing) path(domain, rawPath)).group();
    assertEquals(1, group.size());
    return group.getFirst();
  }

  private static RequestPath path(@Nullable String domain, String rawPath) {
    ObjectNode event = Front.event("GET", "/", Map.of()).put("rawPath", rawPath);
    event.withObject("/requestContext").put("domainName", domain);
    return RequestPath.of(FrontDoor.of(event).request().path());
  }
}
