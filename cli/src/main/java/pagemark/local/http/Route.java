package pagemark.local.http;

/// Answers requests.
@FunctionalInterface
public interface Route {
  /// Answers a request. Many threads call it at once.
  Reply answer(Request request);
}
