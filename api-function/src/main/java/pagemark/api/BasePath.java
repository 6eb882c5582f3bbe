package pagemark.api;

import java.util.regex.Pattern;
import pagemark.api.Problem.ProblemException;
import pagemark.api.front.Request;
import pagemark.api.front.Request.Address;

/// The part of the client's address before all paths of the API, as it is configured. Events do not
/// tell the one of a load balancer's rule, of a domain's mapping or of a CDN.
///
/// @param text such as `/shop`, or `https://example.com/shop`, with which links are absolute; empty
///   if nothing comes before
record BasePath(String text) {
  private static final Pattern ORIGIN =
      Pattern.compile("^https?://[A-Za-z0-9.-]{1,253}(:[0-9]{1,5})?");

  static final BasePath NONE = new BasePath("");

  /// The valid values, for messages.
  static final String VALID =
      "/ for none, a path such as /shop or /shop/v1, or a URL such as https://example.com or"
          + " https://example.com/shop: letters, digits, '.', '_', '~' and '-' in each segment, no"
          + " slash at the end";

  /// @throws IllegalArgumentException if it is neither empty nor a path or URL; names what is valid
  BasePath {
    if (!Address.isPrefix(path(text))) {
      throw new IllegalArgumentException("is \"%s\"; valid values: %s".formatted(text, VALID));
    }
  }

  private static String path(String text) {
    return ORIGIN.matcher(text).replaceFirst("");
  }

  /// The request with its prefix, and with the path behind that. A URL is the prefix. Else one that
  /// the event tells counts alone. If API Gateway or an invocation has no path of the client's, the
  /// base path only leads the links.
  ///
  /// @throws ProblemException if the path is outside of the base path
  Request within(Request request) {
    String path = path(text);
    Request inside = within(path, request);
    return path.equals(text) ? inside : inside.at(new Address(text, inside.path(), false));
  }

  private static Request within(String text, Request request) {
    Address address = request.address();
    if (text.isEmpty() || (!address.prefix().isEmpty() && !address.isMapped())) {
      return request;
    }
    String prefix = text + address.prefix();
    if (address.prefix().isEmpty() && (address.path() + "/").startsWith(text + "/")) {
      return request.at(new Address(prefix, address.path().substring(text.length()), false));
    }
    if (!address.isMapped()) {
      throw new ProblemException(Problem.outside(text));
    }
    return request.at(new Address(prefix, address.path(), false));
  }
}
