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
    Map<String, String> texts = HttpApi.texts(json.path(field));
    return texts == null ? Map.of() : texts;
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
}
