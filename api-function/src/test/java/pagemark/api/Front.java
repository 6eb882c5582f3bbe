package pagemark.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.function.Executable;
import pagemark.api.RequestLine.Failures;
import pagemark.api.front.FrontDoor;
import pagemark.api.front.Request;
import pagemark.pages.Definitions;
import pagemark.services.TestContext;

/// Calls a handler as API Gateway and Lambda do: the request as event JSON of payload format 2.0
/// (the path decoded, the query string as it was sent).
record Front(PageHandler handler, TestContext log) {
  private static final JsonMapper JSON = new JsonMapper();

  /// An answer as API Gateway reads it from Lambda's response.
  record Reply(int status, Map<String, String> headers, String text) {
    JsonNode body() {
      return parsed(text);
    }

    /// The keys of the items of a page.
    List<String> keys() {
      assertEquals(200, status, text);
      return body().findValuesAsText("PK");
    }

    String header(String name) {
      return headers.getOrDefault(name, "");
    }
  }

  Front(PageHandler handler) {
    this(handler, new TestContext());
  }

  Reply get(String url) {
    return send("GET", url);
  }

  /// @param headers by name, in lower case
  Reply get(String url, Map<String, String> headers) {
    ObjectNode event = event("GET", url, Map.of());
    event.set("headers", JSON.valueToTree(headers));
    return answer(event, "GET", url);
  }

  /// Asks as somebody whose token has these claims.
  Reply as(Map<String, String> claims, String url) {
    return answer(event("GET", url, claims), "GET", url);
  }

  Reply send(String method, String url) {
    return answer(event(method, url, Map.of()), method, url);
  }

  private Reply answer(ObjectNode event, String method, String url) {
    return reply(method, url, new Events(handler, log).answer(event).toString());
  }

  /// The answer to a request, after a check against openapi.json.
  ///
  /// @param response as Lambda writes it
  static Reply reply(String method, String url, String response) {
    JsonNode json = parsed(response);
    Reply reply =
        new Reply(
            json.get("statusCode").intValue(),
            JSON.convertValue(
                json.get("headers"),
                JSON.getTypeFactory().constructMapType(Map.class, String.class, String.class)),
            json.path("body").asText(""));
    new DescribedAnswer(method, url, reply).check();
    return reply;
  }

  /// A reader of requests for listings without a table.
  ///
  /// @param definition of the listings
  static RequestReader requests(String definition) {
    return new RequestReader(Definitions.pages(Definitions.listings(definition, "store")));
  }

  /// Reads the request of a GET for a page.
  static ApiRequest.ForPage pageRequest(RequestReader requests, String url) {
    return (ApiRequest.ForPage) request(requests, event("GET", url, Map.of()));
  }

  /// Reads a request for a page or for facets.
  static ApiRequest request(RequestReader requests, ObjectNode event) {
    Request request = FrontDoor.of(event).request();
    return requests.read((RequestPath.OfListing) RequestPath.of(request.path()), request);
  }

  /// The problem that a caller is told of.
  static Problem problem(Executable failing) {
    return Failures.problem(assertThrows(RuntimeException.class, failing));
  }

  /// @param url path-absolute, percent-encoded
  /// @param claims the claims of the JWT that the authorizer accepted; empty without an authorizer
  static ObjectNode event(String method, String url, Map<String, String> claims) {
    String[] parts = url.split("\\?", 2);
    ObjectNode event = JSON.createObjectNode();
    event.put("version", "2.0").put("routeKey", "$default");
    event.put("rawPath", URLDecoder.decode(parts[0].replace("+", "%2B"), UTF_8));
    event.put("rawQueryString", parts.length == 1 ? "" : parts[1]);
    ObjectNode context = event.putObject("requestContext");
    context.put("stage", "$default");
    context.putObject("http").put("method", method).put("path", parts[0]);
    if (!claims.isEmpty()) {
      context.putObject("authorizer").putObject("jwt").set("claims", JSON.valueToTree(claims));
    }
    return event;
  }

  private static JsonNode parsed(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
