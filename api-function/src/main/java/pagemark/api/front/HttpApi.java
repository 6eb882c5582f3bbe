package pagemark.api.front;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent.RequestContext;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Payload format 2.0. HTTP APIs decode the path; function URLs pass it on as the client sent it,
/// and have no authorizer that reads tokens.
public record HttpApi(APIGatewayV2HTTPEvent event) implements FrontDoor {
  private static final String DEFAULT_STAGE = "$default";

  /// Reads the fields that this package uses. If a value has the wrong type, it counts as missing;
  /// Lambda's own mapping would fail.
  public static HttpApi of(JsonNode json) {
    APIGatewayV2HTTPEvent event = new APIGatewayV2HTTPEvent();
    event.setVersion(FrontDoor.text(json.path("version")));
    event.setRouteKey(FrontDoor.text(json.path("routeKey")));
    event.setRawPath(FrontDoor.text(json.path("rawPath")));
    event.setRawQueryString(FrontDoor.text(json.path("rawQueryString")));
    event.setHeaders(texts(json.path("headers")));
    event.setPathParameters(texts(json.path("pathParameters")));
    JsonNode context = json.path("requestContext");
    event.setRequestContext(context.isObject() ? context(context) : null);
    return new HttpApi(event);
  }

  private static RequestContext context(JsonNode json) {
    RequestContext context = new RequestContext();
    context.setDomainName(FrontDoor.text(json.path("domainName")));
    context.setStage(FrontDoor.text(json.path("stage")));
    if (json.path("http").isObject()) {
      RequestContext.Http http = new RequestContext.Http();
      http.setMethod(FrontDoor.text(json.path("http").path("method")));
      context.setHttp(http);
    }
    context.setAuthorizer(authorizer(json.path("authorizer")));
    return context;
  }

  private static RequestContext.@Nullable Authorizer authorizer(JsonNode json) {
    if (!json.isObject()) {
      return null;
    }
    RequestContext.Authorizer authorizer = new RequestContext.Authorizer();
    if (json.path("jwt").isObject()) {
      RequestContext.Authorizer.JWT jwt = new RequestContext.Authorizer.JWT();
      jwt.setClaims(texts(json.path("jwt").path("claims")));
      authorizer.setJwt(jwt);
    }
    return authorizer;
  }

  /// @return null if the value is not an object
  static @Nullable Map<String, String> texts(JsonNode json) {
    if (!json.isObject()) {
      return null;
    }
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
  public boolean isGiven() {
    return event.getRawPath() != null
        && event.getRequestContext() != null
        && event.getRequestContext().getHttp() != null
        && event.getRequestContext().getHttp().getMethod() != null;
  }

  @Override
  public Request request() {
    return new Request(
        event.getRequestContext().getHttp().getMethod(),
        address(),
        orEmpty(event.getRawQueryString()),
        orNone(event.getHeaders()),
        isFunctionUrl() ? Map.of() : claims());
  }

  public Address address() {
    if (isFunctionUrl()) {
      return Address.whole(Decoded.path(event.getRawPath()));
    }
    String domain = domain();
    return Route.of(event.getRouteKey(), orNone(event.getPathParameters()))
        .behindStage(
            event.getRawPath(),
            orEmpty(event.getRequestContext().getStage()).replace(DEFAULT_STAGE, ""),
            !domain.isEmpty() && !domain.contains(".execute-api."));
  }

  private boolean isFunctionUrl() {
    return domain().contains(".lambda-url.");
  }

  private String domain() {
    return orEmpty(event.getRequestContext().getDomainName());
  }

  private Map<String, String> claims() {
    return Optional.ofNullable(event.getRequestContext().getAuthorizer())
        .map(RequestContext.Authorizer::getJwt)
        .map(RequestContext.Authorizer.JWT::getClaims)
        .orElse(Map.of());
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static Map<String, String> orNone(@Nullable Map<String, String> texts) {
    return texts == null ? Map.of() : texts;
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
