package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import java.util.List;
import org.junit.jupiter.api.Test;
import pagemark.api.front.HttpApi;

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
    APIGatewayV2HTTPEvent event = new APIGatewayV2HTTPEvent();
    event.setRawPath("/comments/a%5Fb");
    event.setRequestContext(new APIGatewayV2HTTPEvent.RequestContext());
    assertEquals(
        new RequestPath.OfListing("comments", List.of("a%5Fb"), false),
        RequestPath.of(new HttpApi(event).address().path()));
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

  private static RequestPath path(String domain, String rawPath) {
    APIGatewayV2HTTPEvent event = new APIGatewayV2HTTPEvent();
    event.setRawPath(rawPath);
    event.setRequestContext(
        APIGatewayV2HTTPEvent.RequestContext.builder().withDomainName(domain).build());
    return RequestPath.of(new HttpApi(event).address().path());
  }
}
