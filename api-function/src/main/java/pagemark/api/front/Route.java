package pagemark.api.front;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The route of API Gateway that a request took. Of `/shop/{proxy+}` the part before the braces is
/// a prefix, and the rest is what the request asks for.
///
/// @param rest what the braces took, without a slash at its end; empty if the route has none
record Route(String rest) {
  /// The key of a route has its method too, such as `ANY /shop/{proxy+}`.
  private static final Pattern GREEDY = Pattern.compile("(?:[A-Z]+ )?(?:/[^{}]*)?/\\{([^{}]+)\\+}");

  static Route of(@Nullable String key, Map<String, String> parameters) {
    Matcher greedy = GREEDY.matcher(key == null ? "" : key);
    String rest = greedy.matches() ? parameters.getOrDefault(greedy.group(1), "") : "";
    return new Route(withoutLastSlash(rest));
  }

  /// @param path decoded, with the stage if that is not the default one
  /// @param stage empty if it is the default one
  /// @param isMapped whether the client's domain is one's own: then its path has no stage, and API
  ///   Gateway does not tell what it has instead
  Address behindStage(String path, String stage, boolean isMapped) {
    boolean isStaged = !stage.isEmpty() && (path + "/").startsWith("/" + stage + "/");
    String before = isStaged ? "/" + stage : "";
    return address(isMapped ? "" : before, path.substring(before.length()), isMapped);
  }

  /// @param before the prefix that is known already
  /// @param path decoded
  Address address(String before, String path, boolean isMapped) {
    String head = head(path);
    String prefix = before + head;
    return Address.isPrefix(prefix)
        ? new Address(prefix, path.substring(head.length()), isMapped)
        : new Address("", path, isMapped);
  }

  /// The part of the path before the rest; empty if the path does not end with it.
  private String head(String path) {
    String given = withoutLastSlash(path);
    for (String end : new String[] {"/" + rest, "/" + Decoded.path(rest)}) {
      if (!rest.isEmpty() && given.endsWith(end)) {
        return given.substring(0, given.length() - end.length());
      }
    }
    return "";
  }

  private static String withoutLastSlash(String path) {
    return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }
}
