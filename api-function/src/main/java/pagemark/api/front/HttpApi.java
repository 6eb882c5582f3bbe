package pagemark.api.front;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import pagemark.api.front.Address.Decoded;
import pagemark.api.front.Address.Route;

/// Payload format 2.0. HTTP APIs decode the path; function URLs pass it on as the client sent it,
/// and have no authorizer that reads tokens. If a value has the wrong type, it counts as missing;
/// Lambda's own mapping would fail.
record HttpApi(ObjectNode event) implements FrontDoor {
  private static final String DEFAULT_STAGE = "$default";

  /// The texts of an object by name; none if the value is something else.
  static Map<String, String> texts(JsonNode json) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> field : json.properties()) {
      String text = FrontDoor.text(field.getValue());
      if (text != null) {
        texts.put(field.getKey(), text);
      }
    }
    return texts;
  }

  /// Whether the event has payload format 2.0. No other format has both the method and the path in
  /// these places.
  boolean isGiven() {
    return FrontDoor.text(event.path("rawPath")) != null && FrontDoor.text(method()) != null;
  }

  private JsonNode context() {
    return event.path("requestContext");
  }

  private JsonNode method() {
    return context().path("http").path("method");
  }

  @Override
  public Request request() {
    return new Request(
        method().asText(),
        address(),
        event.path("rawQueryString").asText(""),
        texts(event.path("headers")),
        isFunctionUrl() ? Map.of() : texts(context().at("/authorizer/jwt/claims")));
  }

  private Address address() {
    String path = event.path("rawPath").asText();
    if (isFunctionUrl()) {
      return Address.whole(Decoded.path(path));
    }
    String domain = domain();
    return Route.of(event.path("routeKey").asText(""), texts(event.path("pathParameters")))
        .behindStage(
            path,
            context().path("stage").asText("").replace(DEFAULT_STAGE, ""),
            !domain.isEmpty() && !domain.contains(".execute-api."));
  }

  private boolean isFunctionUrl() {
    return domain().contains(".lambda-url.");
  }

  private String domain() {
    return context().path("domainName").asText("");
  }

  @Override
  public void write(APIGatewayV2HTTPResponse answer, JsonGenerator json) throws IOException {
    writeAnswer(answer, json);
  }

  /// Writes no null, and no cookies, which no answer here has.
  static void writeAnswer(APIGatewayV2HTTPResponse answer, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeNumberField("statusCode", answer.getStatusCode());
    writeHeaders(answer, json);
    if (answer.getBody() != null) {
      json.writeStringField("body", answer.getBody());
    }
    json.writeBooleanField("isBase64Encoded", answer.getIsBase64Encoded());
    json.writeEndObject();
  }

  /// Writes the headers with a single value for each.
  static void writeHeaders(APIGatewayV2HTTPResponse answer, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("headers");
    for (Map.Entry<String, String> header : answer.getHeaders().entrySet()) {
      json.writeStringField(header.getKey(), header.getValue());
    }
    json.writeEndObject();
  }
}
