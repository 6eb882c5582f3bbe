package pagemark.api.front;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.api.front.ProxyEvent.HttpApi;
import pagemark.api.front.ProxyEvent.LoadBalancer;
import pagemark.api.front.ProxyEvent.RestApi;
import pagemark.api.front.Request.Address;
import pagemark.api.front.Request.Address.Decoded;
import pagemark.pages.error.PagesException.InvalidParameter;

/// An event, read and answered as the front that sent it does. The event's shape says which one
/// that is.
public sealed interface FrontDoor
    permits HttpApi, RestApi, LoadBalancer, FrontDoor.Invocation, FrontDoor.Unknown {
  /// The most bytes that the items of an answer have. Lambda accepts responses of 6,291,556 bytes;
  /// the difference is for headers, links and cursors of the longest keys.
  long ITEM_BYTES_MAX = 6_000_000;

  /// Events of HTTP have some of these. An invocation may have parameters that are called so.
  List<String> OF_HTTP = List.of("httpMethod", "rawPath", "version");

  /// @param event null if it is not an object: only an invocation can be so
  static FrontDoor of(@Nullable ObjectNode event) {
    if (event == null) {
      return new Invocation(JsonNodeFactory.instance.objectNode());
    }
    HttpApi http = new HttpApi(event);
    if (http.isGiven()) {
      return http;
    }
    ProxyEvent proxied = new ProxyEvent(event);
    if (proxied.isGiven()) {
      return proxied.isOfLoadBalancer() ? new LoadBalancer(proxied) : new RestApi(proxied);
    }
    boolean isOfHttp =
        event.has("requestContext")
            || (!event.has("listing") && OF_HTTP.stream().anyMatch(event::has));
    return isOfHttp ? Unknown.of(text(event.path("version"))) : new Invocation(event);
  }

  /// @throws InvalidParameter if a field of an invocation is wrong
  /// @throws UnknownEventException if the event is of no known kind
  Request request();

  /// Writes the answer as the front reads it. An HTTP API gets no null, and no cookies, which no
  /// answer here has.
  ///
  /// @throws PageRefused instead of answering an invocation with a status of 400 to 499
  /// @throws PageUnavailable instead of answering one with 500 or more
  default void write(APIGatewayV2HTTPResponse answer, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeNumberField("statusCode", answer.getStatusCode());
    HttpApi.writeHeaders(answer, json);
    if (answer.getBody() != null) {
      json.writeStringField("body", answer.getBody());
    }
    json.writeBooleanField("isBase64Encoded", answer.getIsBase64Encoded());
    json.writeEndObject();
  }

  /// Whether nothing in front of the function adds the headers of CORS. An HTTP API adds them.
  default boolean leavesCors() {
    return this instanceof LoadBalancer
        || (this instanceof RestApi rest && rest.event().text("version") == null);
  }

  /// How many bytes the items of an answer may take.
  default long itemBytesMax() {
    return ITEM_BYTES_MAX;
  }

  /// The text of a value that is neither an object nor an array nor null.
  static @Nullable String text(JsonNode value) {
    return value.isValueNode() && !value.isNull() ? value.asText() : null;
  }

  /// An event of no known kind. It is answered as an HTTP API reads it.
  ///
  /// @param format the event's payload format, as far as it looks like one
  public record Unknown(String format) implements FrontDoor {
    /// The events that the function takes, for messages.
    public static final String VALID =
        "the event of an HTTP API or a function URL (payload format 2.0), of a REST API (1.0) or of"
            + " a load balancer, or an invocation such as {\"listing\": \"orders\", \"group\":"
            + " \"alice\", \"page\": 3}";

    /// @param version of the event
    static Unknown of(@Nullable String version) {
      return new Unknown(version != null && version.matches("[0-9.]{1,8}") ? version : "unknown");
    }

    @Override
    public Request request() {
      throw new UnknownEventException(
          "event refused: its payload format is %s; valid: %s".formatted(format, VALID));
    }
  }

  /// Says that an event is of no known kind, for the log. It has no stack trace.
  public static final class UnknownEventException extends RuntimeException {
    UnknownEventException(String message) {
      super(message, null, false, false);
    }
  }

  /// A call by AppSync, Step Functions or another function: `{"listing": "orders", "group":
  /// "alice", "page": 3}`. Each further field is a parameter of the same name. A field that is null
  /// is missing. `"facets": true` asks for facets instead of a page.
  ///
  /// The answer is the body alone. An error is thrown: both callers handle exceptions by name, and
  /// would take a problem for a page. Nobody has verified whom the caller speaks for, so there are
  /// no claims.
  record Invocation(ObjectNode event) implements FrontDoor {
    private static final String LISTING = "listing";
    private static final String FACETS = "facets";
    private static final String SCALAR = "a text, a number or a boolean";

    /// The fields that take a list of texts.
    private static final List<String> LISTS = List.of("group", "item", "key");

    /// A number with more digits, before or behind its point, is left as it is written, and
    /// refused.
    private static final int SCALE_MAX = 200;

    private static final int CHARS_MAX = 100;

    @Override
    public Request request() {
      JsonNode listing = event.path(LISTING);
      String name = listing.textValue();
      if (name == null || !name.matches("[A-Za-z0-9_-]{1,100}")) {
        throw wrong(
            LISTING, listing, "the name of a listing, a text; an event is " + Unknown.VALID);
      }
      String path = "/" + name + (isOfFacets() ? "/" + FACETS : "");
      return new Request("GET", new Address("", path, true), query(), Map.of(), Map.of());
    }

    private boolean isOfFacets() {
      JsonNode facets = event.path(FACETS);
      if (!facets.isMissingNode() && !facets.isNull() && !facets.isBoolean()) {
        throw wrong(FACETS, facets, "true or false");
      }
      return facets.asBoolean();
    }

    private String query() {
      List<String> pairs = new ArrayList<>();
      for (Map.Entry<String, JsonNode> field : event.properties()) {
        String name = field.getKey();
        if (!name.equals(LISTING) && !name.equals(FACETS) && !field.getValue().isNull()) {
          for (String value : values(name, field.getValue())) {
            pairs.add(Decoded.encoded(name) + "=" + Decoded.encoded(value));
          }
        }
      }
      return String.join("&", pairs);
    }

    private static List<String> values(String name, JsonNode value) {
      boolean takesList = LISTS.contains(name);
      String valid = takesList ? SCALAR + ", or a list of them" : SCALAR;
      if (takesList && value.isArray()) {
        return value.valueStream().map(each -> scalar(name, each, valid)).toList();
      }
      return List.of(scalar(name, value, valid));
    }

    private static String scalar(String name, JsonNode value, String valid) {
      if (value.isNumber()) {
        return plain(value.decimalValue());
      }
      if (!value.isTextual() && !value.isBoolean()) {
        throw wrong(name, value, valid);
      }
      return value.asText();
    }

    /// Writes numbers as HTTP takes them: 3 for 3.0, and 20 for 2e1.
    private static String plain(BigDecimal number) {
      BigDecimal shortest = number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
      return Math.abs((long) shortest.scale()) <= SCALE_MAX
          ? shortest.toPlainString()
          : shortest.toString();
    }

    private static InvalidParameter wrong(String name, JsonNode value, String valid) {
      String text = value.isMissingNode() ? "missing" : shortened(value);
      return new InvalidParameter(name, text, valid);
    }

    private static String shortened(JsonNode value) {
      if (value.isContainerNode()) {
        return value.isArray() ? "a list" : "an object";
      }
      String text = value.asText();
      return text.length() <= CHARS_MAX ? text : text.substring(0, CHARS_MAX) + "...";
    }

    @Override
    public void write(APIGatewayV2HTTPResponse answer, JsonGenerator json) throws IOException {
      String body = String.valueOf(answer.getBody());
      if (answer.getStatusCode() >= 500) {
        throw new PageUnavailable(body);
      }
      if (answer.getStatusCode() >= 400) {
        throw new PageRefused(body);
      }
      json.writeRaw(body);
    }
  }
}
