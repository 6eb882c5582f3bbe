package pagemark.api.front;

import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Where the client found the API, and what it asks for there.
///
/// @param prefix what comes before the path in the client's address, such as `/prod/shop`, as far
///   as the event tells it; else empty
/// @param path the decoded path behind the prefix
/// @param isMapped whether the client's path may begin with more than the event has: API Gateway
///   does not tell what it maps a domain of one's own to, and an invocation has no path
public record Address(String prefix, String path, boolean isMapped) {
  /// Links begin with a prefix, so it must not lead to another host.
  private static final Pattern SEGMENT = Pattern.compile("(?!\\.{1,2}$)[A-Za-z0-9._~-]+");

  private static final int CHARS_MAX = 200;

  static Address whole(String path) {
    return new Address("", path, false);
  }

  /// Whether a link may begin with `prefix`; an empty one changes nothing.
  public static boolean isPrefix(String prefix) {
    return prefix.isEmpty()
        || (prefix.length() <= CHARS_MAX
            && prefix.startsWith("/")
            && Stream.of(prefix.substring(1).split("/", -1))
                .allMatch(segment -> SEGMENT.matcher(segment).matches()));
  }
}
