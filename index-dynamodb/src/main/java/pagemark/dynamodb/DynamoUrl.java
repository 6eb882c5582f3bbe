package pagemark.dynamodb;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import pagemark.dynamodb.request.TableNames;

/// Parses index URLs: `dynamodb:PREFIX`, and `dynamodb:PREFIX?endpoint=http://localhost:8000` for
/// DynamoDB Local.
///
/// @param endpoint null for DynamoDB in the region of the process
record DynamoUrl(TableNames tables, @Nullable URI endpoint) {
  static final String SCHEME = "dynamodb";

  private static final String ENDPOINT = "endpoint=";
  private static final Pattern LOCAL = Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|\\[::1]");

  private static final String VALID =
      ". Valid URLs: dynamodb:PREFIX, and for DynamoDB Local"
          + " dynamodb:PREFIX?endpoint=http://localhost:8000. PREFIX has "
          + TableNames.VALID;

  /// @throws IllegalArgumentException if `url` is not valid. The message says what is wrong and
  ///   what is valid, and repeats no value, because it could be a password
  static DynamoUrl of(URI url) {
    String[] parts = url.toString().substring(SCHEME.length() + 1).split("\\?", 2);
    return new DynamoUrl(tables(parts[0]), parts.length < 2 ? null : endpoint(parts[1]));
  }

  private static TableNames tables(String prefix) {
    try {
      return new TableNames(prefix);
    } catch (IllegalArgumentException e) {
      throw refused(prefix.isEmpty() ? "it has no prefix" : "its prefix is not valid");
    }
  }

  private static URI endpoint(String query) {
    int equals = query.indexOf('=');
    if (equals < 0) {
      throw refused("its parameter has no value");
    }
    if (!query.startsWith(ENDPOINT)) {
      throw refused("\"%s\" is not a parameter here".formatted(query.substring(0, equals)));
    }
    if (query.indexOf('&') >= 0) {
      throw refused("it has more than one parameter");
    }
    try {
      URI endpoint = new URI(query.substring(ENDPOINT.length()));
      if (isServer(endpoint)) {
        return endpoint;
      }
    } catch (URISyntaxException e) {
      // It is refused below, with the same message.
    }
    throw refused("its endpoint is not the address of a server, such as http://localhost:8000");
  }

  private static boolean isServer(URI endpoint) {
    return String.valueOf(endpoint.getScheme()).matches("https?")
        && endpoint.getHost() != null
        && endpoint.getRawUserInfo() == null
        && String.valueOf(endpoint.getRawPath()).matches("/?")
        && endpoint.getRawQuery() == null
        && endpoint.getRawFragment() == null;
  }

  private static IllegalArgumentException refused(String reason) {
    return new IllegalArgumentException("index URL: " + reason + VALID);
  }

  /// Whether the endpoint is on this computer, so that it is no part of AWS.
  boolean isLocal() {
    return endpoint != null && LOCAL.matcher(endpoint.getHost()).matches();
  }
}
