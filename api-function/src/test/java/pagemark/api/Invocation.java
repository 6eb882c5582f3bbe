package pagemark.api;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import pagemark.services.TestContext;

/// The main class of a process that runs the packaged jar as Lambda does: it makes the handler,
/// reads one event from standard input, and writes the response to standard output.
final class Invocation {
  private Invocation() {}

  public static void main(String[] args) {
    ClassLoader loader = Invocation.class.getClassLoader();
    PageHandler handler = new PageHandler();
    APIGatewayV2HTTPEvent event =
        LambdaEventSerializers.serializerFor(APIGatewayV2HTTPEvent.class, loader)
            .fromJson(System.in);
    LambdaEventSerializers.serializerFor(APIGatewayV2HTTPResponse.class, loader)
        .toJson(handler.handleRequest(event, new TestContext()), System.out);
  }
}
