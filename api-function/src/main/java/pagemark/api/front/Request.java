package pagemark.api.front;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A request in the form that all fronts share.
///
/// @param query the query string, percent-encoded; empty if there is none
/// @param headers by name in lower case
/// @param claims of the token that an authorizer of API Gateway has verified; empty without one
public record Request(
    String method,
    Address address,
    String query,
    Map<String, String> headers,
    Map<String, String> claims) {
  public Request {
    Map<String, String> lower = new LinkedHashMap<>();
    headers.forEach((name, value) -> lower.put(name.toLowerCase(Locale.ROOT), value));
    headers = Map.copyOf(lower);
    claims = Map.copyOf(claims);
  }

  /// The path behind the prefix.
  public String path() {
    return address.path();
  }

  public String prefix() {
    return address.prefix();
  }

  /// @param name in lower case
  public @Nullable String header(String name) {
    return headers.get(name);
  }

  public Request at(Address other) {
    return new Request(method, other, query, headers, claims);
  }

  /// @param other a query string
  public Request asking(String other) {
    return new Request(method, address, other, headers, claims);
  }

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

    /// The route of API Gateway that a request took. Of `/shop/{proxy+}` the part before the braces
    /// is a prefix, and the rest is what the request asks for.
    ///
    /// @param rest what the braces took, without a slash at its end; empty if the route has none
    record Route(String rest) {
      /// The key of a route has its method too, such as `ANY /shop/{proxy+}`.
      private static final Pattern GREEDY =
          Pattern.compile("(?:[A-Z]+ )?(?:/[^{}]*)?/\\{([^{}]+)\\+}");

      static Route of(@Nullable String key, Map<String, String> parameters) {
        Matcher greedy = GREEDY.matcher(key == null ? "" : key);
        String rest = greedy.matches() ? parameters.getOrDefault(greedy.group(1), "") : "";
        return new Route(withoutLastSlash(rest));
      }

      /// @param path decoded, with the stage if that is not the default one
      /// @param stage empty if it is the default one
      /// @param isMapped whether the client's domain is one's own: then its path has no stage, and
      ///   API Gateway does not tell what it has instead
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

    /// Percent-encoding of paths and of the parts of a query string.
    static final class Decoded {
      private Decoded() {}

      /// Returns a path that is not valid percent-encoding unchanged. The request is then refused,
      /// as no valid path contains `%`.
      static String path(String path) {
        try {
          return URLDecoder.decode(path.replace("+", "%2B"), UTF_8);
        } catch (IllegalArgumentException e) {
          return path;
        }
      }

      /// The name or value of a parameter, as a query string has it.
      static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
      }
    }
  }
}
