package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import pagemark.api.front.PageRefused;
import pagemark.pages.Definitions;

/// A listing with a `groupClaim` is there only for whom an authorizer of API Gateway has verified.
/// A request that is let in meets the index, which is down here, so it gets 503 or, for a wrong
/// page, 400.
final class FrontClaimsTest {
  private static final String ORDERS =
      Definitions.COMMENTS
          .replace("\"comments\"", "\"orders\"")
          .replace("\"order\"", "\"groupClaim\": \"sub\", \"order\"");

  private final Events events =
      new Events(
          new PageHandler(
              Definitions.pages(Definitions.listings(ORDERS, "store")),
              InstantSource.system(),
              false));

  private int status(ObjectNode event) {
    return events.answer(event).path("statusCode").asInt();
  }

  @Test
  void anAuthorizerOfAnHttpApiOrARestApiLetsItsOwnReaderIn() {
    ObjectNode http = Events.file("api-page-jwt.json").put("rawQueryString", "page=0");
    assertEquals(400, status(http));
    assertEquals(404, status(http.put("rawPath", "/orders/tom")));
    ObjectNode rest = Events.file("api-page-rest-cognito.json");
    rest.putObject("multiValueQueryStringParameters").putArray("page").add("0");
    assertEquals(400, status(rest));
    ObjectNode foreign = rest.deepCopy().put("path", "/orders/tom");
    foreign.withObject("/pathParameters").put("proxy", "orders/tom");
    foreign.withObject("/requestContext").put("path", "/prod/orders/tom");
    assertEquals(404, status(foreign));
  }

  @Test
  void noOtherFrontHasClaims() {
    ObjectNode url = Events.file("api-page-function-url.json").put("rawPath", "/orders/rita");
    url.withObject("/requestContext").putObject("authorizer").putObject("jwt");
    url.withObject("/requestContext/authorizer/jwt").putObject("claims").put("sub", "rita");
    assertHidden(url);
    for (String file : List.of("api-page-alb.json", "api-page-alb-multi.json")) {
      ObjectNode alb = Events.file(file).put("path", "/orders/rita");
      alb.withObject("/requestContext")
          .putObject("authorizer")
          .putObject("claims")
          .put("sub", "rita");
      alb.withObject("/headers").put("sub", "rita").put("x-amzn-oidc-identity", "rita");
      assertHidden(alb);
    }
  }

  @Test
  void anAuthorizerThatIsAFunctionHasNoClaims() {
    ObjectNode rest = Events.file("api-page-rest-cognito.json");
    for (String context :
        List.of(
            "{\"principalId\": \"rita\", \"sub\": \"rita\"}",
            "{\"lambda\": {\"sub\": \"rita\"}, \"jwt\": {\"claims\": {\"sub\": \"rita\"}}}",
            "{\"claims\": \"sub\"}",
            "{\"claims\": {\"sub\": [\"rita\"]}}",
            "{\"claims\": [{\"sub\": \"rita\"}]}")) {
      rest.withObject("/requestContext").set("authorizer", Events.parsedObject(context));
      assertHidden(rest);
    }
    rest.withObject("/requestContext").putNull("authorizer");
    assertHidden(rest);
    rest.withObject("/headers").put("sub", "rita").put("claims", "rita");
    assertHidden(rest);
  }

  private void assertHidden(ObjectNode event) {
    JsonNode answer = events.answer(event);
    assertEquals(404, answer.path("statusCode").asInt(), event::toString);
    String unknown = event.toString().replace("orders", "nothing");
    JsonNode nothing = events.answer(unknown);
    assertEquals(nothing.path("body"), answer.path("body"));
  }

  @Test
  void anInvocationHasNoClaims() {
    String hidden =
        "{\"listing\": \"orders\", \"group\": \"rita\", \"sub\": \"rita\", \"claims\": 1}";
    String unknown = hidden.replace("orders", "nothing");
    assertEquals(thrown(unknown), thrown(hidden));
  }

  private String thrown(String event) {
    return String.valueOf(assertThrows(PageRefused.class, () -> events.answer(event)).getMessage());
  }
}
