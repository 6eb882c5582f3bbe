package pagemark.local;

import pagemark.local.http.Reply;
import pagemark.local.http.Request;
import pagemark.local.http.Route;
import pagemark.local.page.WebPage;

/// Routes a request to the stack's own paths or to the API function.
record LocalRoutes(Route health, Route page, Route api) implements Route {
  @Override
  public Reply answer(Request request) {
    if (WebPage.has(request.path())) {
      return page.answer(request);
    }
    return (request.path().equals("/health") ? health : api).answer(request);
  }
}
