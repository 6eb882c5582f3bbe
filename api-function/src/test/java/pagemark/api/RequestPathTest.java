package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import org.junit.jupiter.api.Test;

final class RequestPathTest {
  private static final String FUNCTION_URL = "abc123.lambda-url.us-east-1.on.aws";
  private static final String HTTP_API = "abc123.execute-api.us-east-1.amazonaws.com";

  @Test
  void isDecodedForFunctionUrlsAndAlreadyDecodedByHttpApis() {
    assertEquals("/comments/a_b", path(HTTP_API, "/comments/a_b"));
    assertEquals("/comments/a_b", path(FUNCTION_URL, "/comments/a%5Fb"));
    assertEquals("/comments/a+b ü/c", path(FUNCTION_URL, "/comments/a+b%20%C3%BC%2Fc"));
  }

  @Test
  void isDecodedOnce() {
    assertEquals("/comments/a%5Fb", path(HTTP_API, "/comments/a%5Fb"));
    assertEquals("/comments/a%5Fb", path(FUNCTION_URL, "/comments/a%255Fb"));
  }

  @Test
  void isLeftUnchangedIfItsEncodingIsInvalid() {
    for (String path : new String[] {"/comments/a%", "/comments/%zz", "/comments/%-1"}) {
      assertEquals(path, path(FUNCTION_URL, path));
    }
  }

  @Test
  void isReadFromEventsWithoutADomain() {
    APIGatewayV2HTTPEvent event = new APIGatewayV2HTTPEvent();
    event.setRawPath("/comments/a%5Fb");
    event.setRequestContext(new APIGatewayV2HTTPEvent.RequestContext());
    assertEquals("/comments/a%5Fb", RequestPath.of(event));
  }

  private static String path(String domain, String rawPath) {
    APIGatewayV2HTTPEvent event = new APIGatewayV2HTTPEvent();
    event.setRawPath(rawPath);
    event.setRequestContext(
        APIGatewayV2HTTPEvent.RequestContext.builder().withDomainName(domain).build());
    return RequestPath.of(event);
  }
}
