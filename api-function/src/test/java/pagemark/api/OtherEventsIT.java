package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.pages.Definitions;

/// The story: the function was put behind a REST API, then behind a load balancer. Both times every
/// request was answered with 500, and the log had a NullPointerException.
final class OtherEventsIT {
  private static final Shop SHOP = new Shop("other-events", Definitions.COMMENTS).open();

  private final Events events = new Events(SHOP.front().handler());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ \"version\": \"secret of rita\", \"rawPath\": \"/comments/x\" }",
        "{ \"httpMethod\": \"GET\", \"requestContext\": { \"elb\": {} } }",
        "{ \"requestContext\": null }",
        "{ \"listing\": \"comments\", \"requestContext\": { \"authorizer\": {} } }"
      })
  void refusesEventsOfHttpThatHaveNoRequest(String json) {
    assertRefused(json, "unknown");
  }

  @Test
  void namesThePayloadFormatOfAnEventWithoutARequest() {
    assertRefused("{ \"version\": \"1.0\", \"httpMethod\": \"GET\" }", "1.0");
    assertRefused("{ \"version\": 1.0 }", "1.0");
  }

  @Test
  void answersEventsOfOtherFormatsThatHaveOne() {
    for (String json :
        List.of(
            """
            { "httpMethod": "GET", "path": "/comments/x", "headers": {},
              "requestContext": { "elb": { "targetGroupArn": "arn" } } }
            """,
            """
            { "version": "1.0", "httpMethod": "GET", "path": "/comments/x",
              "requestContext": { "httpMethod": "GET", "identity": {}, "stage": "$default" } }
            """)) {
      assertEquals(200, events.answer(json).path("statusCode").asInt(), json);
    }
  }

  /// The local stack's events have payload format 2.0.
  @Test
  void refusesAnEventThatLacksItsFieldsAfterLambdasMapping() {
    APIGatewayV2HTTPEvent event = new APIGatewayV2HTTPEvent();
    event.setVersion("1.0");
    assertEquals(400, events.handler().handleRequest(event, events.log()).getStatusCode());
    assertEquals(
        400,
        events.handler().handleRequest((APIGatewayV2HTTPEvent) null, events.log()).getStatusCode());
  }

  private void assertRefused(String json, String format) {
    JsonNode answer = events.answer(json);
    assertEquals(400, answer.path("statusCode").asInt());
    assertEquals(
        """
        {"type":"about:blank","title":"Bad Request","status":400,\
        "detail":"the event is none that this function knows; valid: the event of an HTTP API or a function URL \
        (payload format 2.0), of a REST API (1.0) or of a load balancer, or an invocation such as \
        {\\"listing\\": \\"orders\\", \\"group\\": \\"alice\\", \\"page\\": 3}"}\
        """,
        answer.path("body").asText());
    assertTrue(
        events
            .messages()
            .getLast()
            .startsWith(
                "event refused: its payload format is "
                    + format
                    + "; valid: the event of an HTTP API"),
        events.messages()::toString);
  }
}
