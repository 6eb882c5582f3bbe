package pagemark.local;

import pagemark.local.http.Reply;
import pagemark.local.http.Request;
import pagemark.local.http.Route;

/// The paths of a local stack: its own two, and the API function's.
record LocalRoutes(Route health, Route hint, Route api) implements Route {
  @Override
  public Reply answer(Request request) {
    return switch (request.path()) {
      case "/health" -> health.answer(request);
      case "/" -> hint.answer(request);
      default -> api.answer(request);
    };
  }
}
