package pagemark.local.http;

/// Answers requests.
@FunctionalInterface
public interface Route {
  /// The answer to `request`; called by many threads at once.
  Reply answer(Request request);
}
