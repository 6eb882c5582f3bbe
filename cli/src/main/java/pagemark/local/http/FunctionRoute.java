package pagemark.local.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLDecoder;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import pagemark.entry.Bytes;
import pagemark.local.http.HttpFront.Reply;
import pagemark.local.http.HttpFront.Request;
import pagemark.local.lambda.LocalFunction;

/// Answers requests with the API function. If the function fails, the client gets the answer of API
/// Gateway, which gives no reason, and the log gets a line.
public record FunctionRoute(
    LocalFunction function, InstantSource clock, Consumer<String> log)
    implements HttpFront.Route {
  private static final Reply FAILED = Reply.message(500, "Internal Server Error");

  @Override
  public Reply answer(Request request) {
    try {
      return reply(function.call(GatewayEvent.of(request, clock.instant())));
    } catch (RuntimeException e) {
      log.accept("The API function failed: " + e);
      return FAILED;
    }
  }

  /// Converts an answer (payload format 2.0). One without a valid status is a bug of the function,
  /// and becomes a 500.
  private static Reply reply(JsonNode answer) {
    int status = answer.path("statusCode").asInt();
    if (status < 200 || status > 599) {
      return FAILED;
    }
    return new Reply(status, headers(answer), body(answer));
  }

  private static Map<String, List<String>> headers(JsonNode answer) {
    Map<String, List<String>> headers = new LinkedHashMap<>();
    answer
        .path("headers")
        .properties()
        .forEach(header -> headers.put(header.getKey(), List.of(header.getValue().asText())));
    List<String> cookies = new ArrayList<>();
    answer.path("cookies").forEach(cookie -> cookies.add(cookie.asText()));
    if (!cookies.isEmpty()) {
      headers.put("Set-Cookie", cookies);
    }
    return headers;
  }

  private static Bytes body(JsonNode answer) {
    String body = answer.path("body").asText("");
    return answer.path("isBase64Encoded").asBoolean()
        ? Bytes.of(Base64.getDecoder().decode(body))
        : Bytes.utf8(body);
  }

  /// Converts a request to the event that API Gateway's HTTP APIs send: payload format 2.0,
  /// `$default` route and stage. As in API Gateway, the path is decoded and the query string is
  /// not.
  static final class GatewayEvent {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final DateTimeFormatter TIME =
        DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ENGLISH);

    private GatewayEvent() {}

    static ObjectNode of(Request request, Instant now) {
      ObjectNode event = NODES.objectNode();
      event.put("version", "2.0");
      event.put("routeKey", "$default");
      event.put("rawPath", request.path());
      event.put("rawQueryString", request.query());
      ObjectNode headers = event.putObject("headers");
      request.headers().forEach(headers::put);
      if (!request.query().isEmpty()) {
        ObjectNode parameters = event.putObject("queryStringParameters");
        parameters(request.query()).forEach(parameters::put);
      }
      event.set("requestContext", context(request, now));
      putBody(event, request);
      return event;
    }

    /// Decodes the parameters. Values of one name are joined by commas.
    private static Map<String, String> parameters(String query) {
      return Arrays.stream(query.split("&"))
          .filter(pair -> !pair.isEmpty())
          .map(pair -> pair.split("=", 2))
          .collect(
              Collectors.toMap(
                  pair -> decoded(pair[0]),
                  pair -> pair.length < 2 ? "" : decoded(pair[1]),
                  (first, second) -> first + "," + second,
                  LinkedHashMap::new));
    }

    /// The text as it is if it cannot be decoded. The function reads the query string itself, and
    /// refuses it.
    private static String decoded(String text) {
      try {
        return URLDecoder.decode(text, UTF_8);
      } catch (IllegalArgumentException e) {
        return text;
      }
    }

    private static ObjectNode context(Request request, Instant now) {
      ObjectNode context = NODES.objectNode();
      context.put("accountId", "000000000000");
      context.put("apiId", "local");
      context.put("domainName", request.headers().getOrDefault("host", "localhost"));
      context.put("domainPrefix", "local");
      context.set("http", http(request));
      context.put("requestId", UUID.randomUUID().toString());
      context.put("routeKey", "$default");
      context.put("stage", "$default");
      context.put("time", TIME.format(now.atOffset(ZoneOffset.UTC)));
      context.put("timeEpoch", now.toEpochMilli());
      return context;
    }

    private static ObjectNode http(Request request) {
      ObjectNode http = NODES.objectNode();
      http.put("method", request.method());
      http.put("path", request.path());
      http.put("protocol", request.protocol());
      http.put("sourceIp", request.source());
      http.put("userAgent", request.headers().getOrDefault("user-agent", ""));
      return http;
    }

    private static void putBody(ObjectNode event, Request request) {
      String type = request.headers().getOrDefault("content-type", "text/plain");
      boolean text = type.matches("(?i)(text/|application/(json|javascript|xml)).*");
      if (request.body().length() > 0) {
        byte[] body = request.body().toArray();
        event.put(
            "body", text ? new String(body, UTF_8) : Base64.getEncoder().encodeToString(body));
      }
      event.put("isBase64Encoded", !text && request.body().length() > 0);
    }
  }
}
