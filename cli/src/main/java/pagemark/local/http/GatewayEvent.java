package pagemark.local.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLDecoder;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/// Converts a request to the event that API Gateway's HTTP APIs send: payload format 2.0,
/// `$default` route and stage. As in API Gateway, the path is decoded and the query string is not.
final class GatewayEvent {
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
      event.put("body", text ? new String(body, UTF_8) : Base64.getEncoder().encodeToString(body));
    }
    event.put("isBase64Encoded", !text && request.body().length() > 0);
  }
}
