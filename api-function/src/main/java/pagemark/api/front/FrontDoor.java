package pagemark.api.front;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.api.front.ProxyEvent.LoadBalancer;
import pagemark.api.front.ProxyEvent.RestApi;
import pagemark.pages.error.PagesException.InvalidParameter;

/// An event, read and answered as the front that sent it does. The event's shape says which one
/// that is.
public sealed interface FrontDoor
    permits HttpApi, RestApi, LoadBalancer, Invocation, FrontDoor.Unknown {
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

  /// Writes the answer as the front reads it.
  ///
  /// @throws PageRefused instead of answering an invocation with a status of 400 to 499
  /// @throws PageUnavailable instead of answering one with 500 or more
  void write(APIGatewayV2HTTPResponse answer, JsonGenerator json) throws IOException;

  /// Whether nothing in front of the function adds the headers of CORS.
  default boolean leavesCors() {
    return false;
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

    @Override
    public void write(APIGatewayV2HTTPResponse answer, JsonGenerator json) throws IOException {
      HttpApi.writeAnswer(answer, json);
    }
  }

  /// Says that an event is of no known kind, for the log. It has no stack trace.
  public static final class UnknownEventException extends RuntimeException {
    UnknownEventException(String message) {
      super(message, null, false, false);
    }
  }
}
