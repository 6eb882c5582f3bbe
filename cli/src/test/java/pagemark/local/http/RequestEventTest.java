package pagemark.local.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The event that a request becomes.
final class RequestEventTest extends OpenFront {
  @Test
  void requestBecomesAnEventOfPayloadFormat2() throws Exception {
    get("/comments/DAFT_PUNK_TSHIRT?page=3&size=20");

    APIGatewayV2HTTPEvent event = events.getFirst();
    assertEquals("2.0", event.getVersion());
    assertEquals("$default", event.getRouteKey());
    assertEquals("/comments/DAFT_PUNK_TSHIRT", event.getRawPath());
    assertEquals("page=3&size=20", event.getRawQueryString());
    var context = event.getRequestContext();
    assertEquals("$default", context.getStage());
    assertEquals("GET", context.getHttp().getMethod());
    assertEquals("test/1", event.getHeaders().get("user-agent"));
  }

  @Test
  void requestWithoutQueryHasAnEmptyQueryString() throws Exception {
    get("/comments");

    assertEquals("", events.getFirst().getRawQueryString());
  }

  /// API Gateway's HTTP APIs decode the path and drop everything after a decoded question mark.
  @Test
  void pathIsDecodedAndCutAtADecodedQuestionMark() throws Exception {
    get("/comments/caf%C3%A9%20%2F%25+a?x=1");
    get("/comments/who%3Fme?x=1");

    assertEquals("/comments/café /%+a", events.get(0).getRawPath());
    assertEquals("/comments/who", events.get(1).getRawPath());
  }

  @Test
  void queryStringStaysAsItWasWritten() throws Exception {
    get("/comments?group=caf%C3%A9+%26%3F&group=b&c&=d?e");

    APIGatewayV2HTTPEvent event = events.getFirst();
    assertEquals("group=caf%C3%A9+%26%3F&group=b&c&=d?e", event.getRawQueryString());

    raw(get1("/comments?group=%"));
    assertEquals("group=%", events.getLast().getRawQueryString());
  }

  @Test
  void pathThatBeginsWithTwoSlashesKeepsThem() throws Exception {
    raw("GET //comments/a?page=1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    raw("GET http://localhost/b?c HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");

    assertEquals("//comments/a", events.get(0).getRawPath());
    assertEquals("/b", events.get(1).getRawPath());
    assertEquals("c", events.get(1).getRawQueryString());
  }

  /// The JDK's own server answered these with HTML.
  @Test
  void everyTargetIsHandedOver() throws Exception {
    for (String target : List.of("//", "//a", "///", "/a|b", "/a?b|c", "/?\"<>^`{}", "*")) {
      assertTrue(raw(get1(target)).endsWith("\r\n\r\n{}"), target);
      APIGatewayV2HTTPEvent event = events.removeLast();
      String query = event.getRawQueryString();
      assertEquals(target, event.getRawPath() + (query.isEmpty() ? "" : "?" + query));
    }
  }

  private static String get1(String target) {
    return "GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  }

  @Test
  void aQueryStringMayBeAsLongAsTheFunctionTakesIt() throws Exception {
    String query = "x".repeat(32_768);
    assertEquals(200, get("/comments?" + query).statusCode());
    assertEquals(query, events.getFirst().getRawQueryString());
  }

  @Test
  void headersAreLowerCaseAndJoinedByCommas() throws Exception {
    raw("GET / HTTP/1.1\r\nHost: localhost\r\nX-Two: a\r\nx-tWo: b\r\nConnection: close\r\n\r\n");

    assertEquals("a,b", events.getFirst().getHeaders().get("x-two"));
    assertEquals("localhost", events.getFirst().getRequestContext().getDomainName());
  }
}
