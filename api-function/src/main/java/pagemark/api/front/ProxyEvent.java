package pagemark.api.front;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import pagemark.api.front.Request.Address;
import pagemark.api.front.Request.Address.Decoded;
import pagemark.api.front.Request.Address.Route;

/// The form that events of REST APIs and of load balancers share. An event has its parameters and
/// headers with a list of values, or with the last value alone, or both.
record ProxyEvent(ObjectNode json) {
  private static final String MULTI_HEADERS = "multiValueHeaders";

  boolean isGiven() {
    return context().isObject() && text("httpMethod") != null && text("path") != null;
  }

  boolean isOfLoadBalancer() {
    return context().path("elb").isObject();
  }

  JsonNode context() {
    return json.path("requestContext");
  }

  @Nullable String text(String field) {
    return FrontDoor.text(json.path(field));
  }

  String method() {
    return String.valueOf(text("httpMethod"));
  }

  String path() {
    return String.valueOf(text("path"));
  }

  Map<String, String> texts(String field) {
    return HttpApi.texts(json.path(field));
  }

  /// @param encoding of names and values as they are in the event
  String query(UnaryOperator<String> encoding) {
    List<String> pairs = new ArrayList<>();
    all("multiValueQueryStringParameters", "queryStringParameters")
        .forEach(
            (name, values) ->
                values.forEach(
                    value -> pairs.add(encoding.apply(name) + "=" + encoding.apply(value))));
    return String.join("&", pairs);
  }

  /// A header that came several times has its values joined by commas.
  Map<String, String> headers() {
    Map<String, String> headers = new LinkedHashMap<>();
    all(MULTI_HEADERS, "headers")
        .forEach((name, values) -> headers.put(name, String.join(",", values)));
    return headers;
  }

  boolean hasMultiHeaders() {
    return json.path(MULTI_HEADERS).isObject();
  }

  private Map<String, List<String>> all(String lists, String singles) {
    Map<String, List<String>> all = new LinkedHashMap<>();
    if (json.path(lists).isObject()) {
      json.path(lists).properties().forEach(field -> all.put(field.getKey(), list(field)));
    } else {
      texts(singles).forEach((name, value) -> all.put(name, List.of(value)));
    }
    return all;
  }

  private static List<String> list(Map.Entry<String, JsonNode> field) {
    return field
        .getValue()
        .valueStream()
        .map(FrontDoor::text)
        .filter(Objects::nonNull)
        .map(String::valueOf)
        .toList();
  }

  /// Writes the headers with a list of values for each.
  static void writeMultiHeaders(APIGatewayV2HTTPResponse answer, JsonGenerator json)
      throws IOException {
    json.writeObjectFieldStart(MULTI_HEADERS);
    for (Map.Entry<String, String> header : answer.getHeaders().entrySet()) {
      json.writeArrayFieldStart(header.getKey());
      json.writeString(header.getValue());
      json.writeEndArray();
    }
    json.writeEndObject();
  }

  /// The event of an Application Load Balancer's target group. Path and parameters are as the
  /// client sent them. What a load balancer says of a user is in headers, which a client could send
  /// as well, so there are no claims.
  record LoadBalancer(ProxyEvent event) implements FrontDoor {
    private static final Map<Integer, String> WORDS =
        Map.of(
            200, "OK",
            204, "No Content",
            304, "Not Modified",
            400, "Bad Request",
            404, "Not Found",
            405, "Method Not Allowed",
            500, "Internal Server Error",
            503, "Service Unavailable");

    @Override
    public Request request() {
      return new Request(
          event.method(),
          Address.whole(Decoded.path(event.path())),
          event.query(UnaryOperator.identity()),
          event.headers(),
          Map.of());
    }

    /// A load balancer accepts responses of 1 MB. The rest is for what else an answer holds.
    @Override
    public long itemBytesMax() {
      return 700_000;
    }

    /// The headers have the form of the request's: a load balancer ignores the other one.
    @Override
    public void write(APIGatewayV2HTTPResponse answer, JsonGenerator json) throws IOException {
      int status = answer.getStatusCode();
      json.writeStartObject();
      json.writeNumberField("statusCode", status);
      json.writeStringField(
          "statusDescription", status + " " + WORDS.getOrDefault(status, "Other"));
      if (event.hasMultiHeaders()) {
        ProxyEvent.writeMultiHeaders(answer, json);
      } else {
        HttpApi.writeHeaders(answer, json);
      }
      json.writeStringField("body", answer.getBody() == null ? "" : answer.getBody());
      json.writeBooleanField("isBase64Encoded", false);
      json.writeEndObject();
    }
  }

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
      return HttpApi.texts(event.context().path("authorizer").path("claims"));
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
      String before =
          whole.endsWith(path) ? whole.substring(0, whole.length() - path.length()) : "";
      return route.address(before, path, false);
    }

    private static boolean isOwn(JsonNode domain) {
      String text = domain.asText("");
      return !text.isEmpty() && !text.contains(".execute-api.");
    }
  }

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

    /// Whether the event has payload format 2.0. No other format has both the method and the path
    /// in these places.
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

    /// Writes the headers with a single value for each.
    static void writeHeaders(APIGatewayV2HTTPResponse answer, JsonGenerator json)
        throws IOException {
      json.writeObjectFieldStart("headers");
      for (Map.Entry<String, String> header : answer.getHeaders().entrySet()) {
        json.writeStringField(header.getKey(), header.getValue());
      }
      json.writeEndObject();
    }
  }
}
