package pagemark.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import java.net.URLDecoder;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads the decoded path of a request. HTTP APIs decode the path themselves; function URLs pass it
/// on as the client sent it.
final class RequestPath {
  private static final String FUNCTION_URL = ".lambda-url.";

  private RequestPath() {}

  /// Whether the event has payload format 2.0. No other format has both the method and the path in
  /// these places.
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

  /// Returns a path that is not valid percent-encoding unchanged. The request is then refused, as
  /// no valid path contains `%`.
  private static String decoded(String path) {
    try {
      return URLDecoder.decode(path.replace("+", "%2B"), UTF_8);
    } catch (IllegalArgumentException e) {
      return path;
    }
  }
}
