package pagemark.api.front;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// An event of no known kind. It is answered as an HTTP API reads it.
///
/// @param format the event's payload format, as far as it looks like one
public record Unknown(String format) implements FrontDoor {
  /// The events that the function takes, for messages.
  public static final String VALID =
      "the event of an HTTP API or a function URL (payload format 2.0), of a REST API (1.0) or of a"
          + " load balancer, or an invocation such as {\"listing\": \"orders\", \"group\":"
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
