package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.pages.Definitions;
import pagemark.services.TestContext;

/// The story: the function was put behind a REST API, then behind a load balancer. Both times every
/// request was answered with 500, and the log had a NullPointerException.
final class OtherEventsIT {
  private static final Shop SHOP = new Shop("other-events", Definitions.COMMENTS).open();

  private final TestContext log = new TestContext();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        """
        { "httpMethod": "GET", "path": "/comments/x", "headers": {},
          "requestContext": { "elb": { "targetGroupArn": "arn" } } }
        """,
        """
        { "version": "secret of rita", "rawPath": "/comments/x" }
        """
      })
  void refusesEventsWithoutAValidFormat(String json) {
    assertRefused(event(json), "unknown");
  }

  @Test
  void refusesEventsOfPayloadFormatOne() {
    String json =
        """
        { "version": "1.0", "httpMethod": "GET", "path": "/comments/x",
          "requestContext": { "httpMethod": "GET", "identity": {}, "stage": "$default" } }
        """;
    assertRefused(event(json), "1.0");
  }

  private static APIGatewayV2HTTPEvent event(String json) {
    return LambdaEventSerializers.serializerFor(
            APIGatewayV2HTTPEvent.class, OtherEventsIT.class.getClassLoader())
        .fromJson(json);
  }

  private void assertRefused(APIGatewayV2HTTPEvent event, String format) {
    APIGatewayV2HTTPResponse response = SHOP.front().handler().handleRequest(event, log);
    assertEquals(400, response.getStatusCode());
    assertEquals(
        """
        {"type":"about:blank","title":"Bad Request","status":400,\
        "detail":"the event does not have payload format 2.0, which an HTTP API or a function URL sends"}\
        """,
        response.getBody());
    assertEquals(
        List.of(
            "event refused: its payload format is "
                + format
                + "; valid: 2.0, from an HTTP API or a function URL"),
        log.json().stream().map(line -> line.path("message").asText()).toList());
  }
}
