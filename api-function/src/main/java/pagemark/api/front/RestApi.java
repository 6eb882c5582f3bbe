package pagemark.api.front;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Map;

/// The proxy event of a REST API, and that of an HTTP API with payload format 1.0.
///
/// Both decode the parameters. A REST API passes the path on as the client sent it, and has the
/// client's whole path in its context. An HTTP API decodes the path, and has the stage in it.
record RestApi(ProxyEvent event) implements FrontDoor {
  @Override
  public Request request() {
    return new Request(
        event.method(), address(), event.query(Decoded::encoded), event.headers(), claims());
  }

  /// The claims that an authorizer of Cognito or JWT has verified. A Lambda authorizer puts its
  /// texts elsewhere in the event, and they do not count.
  private Map<String, String> claims() {
    Map<String, String> claims = HttpApi.texts(event.context().path("authorizer").path("claims"));
    return claims == null ? Map.of() : claims;
  }

  private Address address() {
    Route route = Route.of(event.text("resource"), event.texts("pathParameters"));
    if (event.text("version") != null) {
      String stage = FrontDoor.text(event.context().path("stage"));
      String named = stage == null || stage.equals("$default") ? "" : stage;
      return route.behindStage(event.path(), named, isOwn(event.context().path("domainName")));
    }
    String path = Decoded.path(event.path());
    String whole = Decoded.path(event.context().path("path").asText(""));
    String before = whole.endsWith(path) ? whole.substring(0, whole.length() - path.length()) : "";
    return route.address(before, path, false);
  }

  private static boolean isOwn(JsonNode domain) {
    String text = domain.asText("");
    return !text.isEmpty() && !text.contains(".execute-api.");
  }

  /// An HTTP API adds them.
  @Override
  public boolean leavesCors() {
    return event.text("version") == null;
  }

  @Override
  public void write(APIGatewayV2HTTPResponse answer, JsonGenerator json) throws IOException {
    HttpApi.writeAnswer(answer, json);
  }
}
