package pagemark.api.front;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Map;
import java.util.function.UnaryOperator;

/// The event of an Application Load Balancer's target group. Path and parameters are as the client
/// sent them. What a load balancer says of a user is in headers, which a client could send as well,
/// so there are no claims.
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

  @Override
  public boolean leavesCors() {
    return true;
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
    json.writeStringField("statusDescription", status + " " + WORDS.getOrDefault(status, "Other"));
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
