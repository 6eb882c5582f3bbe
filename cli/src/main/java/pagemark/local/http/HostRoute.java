package pagemark.local.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Refuses requests whose Host is not this stack, so that a web page whose name resolves to this
/// machine (DNS rebinding) reads nothing.
///
/// @param route answers all others
/// @param port the port of the HTTP front
/// @param name one more name that a proxy or a tunnel gives this stack, with any port; null for
///   none
public record HostRoute(Route route, int port, @Nullable String name) implements Route {
  private static final List<String> NAMES = List.of("localhost", "127.0.0.1", "[::1]");

  @Override
  public Reply answer(Request request) {
    String host = request.headers().getOrDefault("host", "");
    boolean isOwn = NAMES.stream().anyMatch(own -> host.equalsIgnoreCase(own + ":" + port));
    return isOwn || isNamed(host)
        ? route.answer(request)
        : Reply.message(
            403,
            "the request's Host is not this stack. Valid Host: localhost:%d, or that of --host-name"
                .formatted(port));
  }

  private boolean isNamed(String host) {
    return name != null && host.replaceFirst(":[0-9]{1,5}$", "").equalsIgnoreCase(name);
  }
}
