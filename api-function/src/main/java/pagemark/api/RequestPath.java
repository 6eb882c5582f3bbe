package pagemark.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import java.net.URLDecoder;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The path of a request, decoded. HTTP APIs hand it over so; function URLs as it was sent.
final class RequestPath {
  private static final String FUNCTION_URL = ".lambda-url.";

  private RequestPath() {}

  /// Whether the event is of payload format 2.0: that has the method and the path where no other
  /// one has both.
  static boolean isGiven(@Nullable APIGatewayV2HTTPEvent event) {
    return Optional.ofNullable(event)
        .filter(given -> given.getRawPath() != null)
        .map(APIGatewayV2HTTPEvent::getRequestContext)
        .map(APIGatewayV2HTTPEvent.RequestContext::getHttp)
        .map(APIGatewayV2HTTPEvent.RequestContext.Http::getMethod)
        .isPresent();
  }

  static String of(APIGatewayV2HTTPEvent event) {
    String domain = event.getRequestContext().getDomainName();
    boolean encoded = domain != null && domain.contains(FUNCTION_URL);
    return encoded ? decoded(event.getRawPath()) : event.getRawPath();
  }

  /// A path that is not percent-encoded stays as it is: there is nothing at one with `%`.
  private static String decoded(String path) {
    try {
      return URLDecoder.decode(path.replace("+", "%2B"), UTF_8);
    } catch (IllegalArgumentException e) {
      return path;
    }
  }
}
