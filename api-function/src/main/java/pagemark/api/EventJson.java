package pagemark.api;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent.RequestContext;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads events and writes responses of payload format 2.0, as Lambda's own mapping does. That
/// mapping loads 700 classes at a start, a fifth of it, and reads fields that nothing here uses.
///
/// It reads only the fields of an event that this package uses. If a value has the wrong type, it
/// counts as missing; Lambda's mapping would fail.
final class EventJson {
  private static final JsonFactory JSON = new JsonFactory();

  private EventJson() {}

  /// @return null if the event is not an object
  static @Nullable APIGatewayV2HTTPEvent read(InputStream json) throws IOException {
    try (JsonParser parser = JSON.createParser(json)) {
      parser.nextToken();
      return isObject(parser) ? event(parser) : null;
    }
  }

  private static APIGatewayV2HTTPEvent event(JsonParser parser) throws IOException {
    APIGatewayV2HTTPEvent event = new APIGatewayV2HTTPEvent();
    for (String field = field(parser); field != null; field = field(parser)) {
      switch (field) {
        case "version" -> event.setVersion(text(parser));
        case "rawPath" -> event.setRawPath(text(parser));
        case "rawQueryString" -> event.setRawQueryString(text(parser));
        case "headers" -> event.setHeaders(texts(parser));
        case "requestContext" -> event.setRequestContext(isObject(parser) ? context(parser) : null);
        default -> parser.skipChildren();
      }
    }
    return event;
  }

  private static RequestContext context(JsonParser parser) throws IOException {
    RequestContext context = new RequestContext();
    for (String field = field(parser); field != null; field = field(parser)) {
      switch (field) {
        case "domainName" -> context.setDomainName(text(parser));
        case "http" -> context.setHttp(isObject(parser) ? http(parser) : null);
        case "authorizer" -> context.setAuthorizer(isObject(parser) ? authorizer(parser) : null);
        default -> parser.skipChildren();
      }
    }
    return context;
  }

  private static RequestContext.Http http(JsonParser parser) throws IOException {
    RequestContext.Http http = new RequestContext.Http();
    for (String field = field(parser); field != null; field = field(parser)) {
      switch (field) {
        case "method" -> http.setMethod(text(parser));
        default -> parser.skipChildren();
      }
    }
    return http;
  }

  private static RequestContext.Authorizer authorizer(JsonParser parser) throws IOException {
    RequestContext.Authorizer authorizer = new RequestContext.Authorizer();
    for (String field = field(parser); field != null; field = field(parser)) {
      switch (field) {
        case "jwt" -> authorizer.setJwt(isObject(parser) ? jwt(parser) : null);
        default -> parser.skipChildren();
      }
    }
    return authorizer;
  }

  private static RequestContext.Authorizer.JWT jwt(JsonParser parser) throws IOException {
    RequestContext.Authorizer.JWT jwt = new RequestContext.Authorizer.JWT();
    for (String field = field(parser); field != null; field = field(parser)) {
      switch (field) {
        case "claims" -> jwt.setClaims(texts(parser));
        default -> parser.skipChildren();
      }
    }
    return jwt;
  }

  /// Goes to the value of the object's next field.
  ///
  /// @return the field's name, or null at the end of the object
  private static @Nullable String field(JsonParser parser) throws IOException {
    if (parser.nextToken() != JsonToken.FIELD_NAME) {
      return null;
    }
    String name = parser.currentName();
    parser.nextToken();
    return name;
  }

  /// Whether the value is an object. Skips it if not.
  private static boolean isObject(JsonParser parser) throws IOException {
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      return true;
    }
    parser.skipChildren();
    return false;
  }

  /// @return null if the value has no text
  private static @Nullable String text(JsonParser parser) throws IOException {
    String text = parser.getValueAsString();
    parser.skipChildren();
    return text;
  }

  /// @return null if the value is not an object
  private static @Nullable Map<String, String> texts(JsonParser parser) throws IOException {
    if (!isObject(parser)) {
      return null;
    }
    Map<String, String> texts = new LinkedHashMap<>();
    for (String field = field(parser); field != null; field = field(parser)) {
      String text = text(parser);
      if (text != null) {
        texts.put(field, text);
      }
    }
    return texts;
  }

  /// Writes no null, and no cookies, which no answer here has.
  static void write(APIGatewayV2HTTPResponse response, OutputStream out) throws IOException {
    try (JsonGenerator json = JSON.createGenerator(out)) {
      json.writeStartObject();
      json.writeNumberField("statusCode", response.getStatusCode());
      json.writeObjectFieldStart("headers");
      for (Map.Entry<String, String> header : response.getHeaders().entrySet()) {
        json.writeStringField(header.getKey(), header.getValue());
      }
      json.writeEndObject();
      if (response.getBody() != null) {
        json.writeStringField("body", response.getBody());
      }
      json.writeBooleanField("isBase64Encoded", response.getIsBase64Encoded());
      json.writeEndObject();
    }
  }
}
