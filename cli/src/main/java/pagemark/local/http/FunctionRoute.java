package pagemark.local.http;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.InstantSource;
import java.util.function.Consumer;
import pagemark.local.lambda.LocalFunction;

/// Answers requests with the API function. If the function fails, the client gets the answer of API
/// Gateway, which gives no reason, and the log gets a line.
public record FunctionRoute(
    LocalFunction<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> function,
    InstantSource clock,
    Consumer<String> log)
    implements Route {
  @Override
  public Reply answer(Request request) {
    try {
      return GatewayAnswer.reply(function.call(GatewayEvent.of(request, clock.instant())));
    } catch (RuntimeException e) {
      log.accept("The API function failed: " + e);
      return GatewayAnswer.FAILED;
    }
  }
}
