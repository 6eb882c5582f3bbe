package pagemark.api.front;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
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
}
