package pagemark.local;

import java.util.stream.Collectors;
import pagemark.local.http.Reply;
import pagemark.local.http.Request;
import pagemark.local.http.Route;

/// `GET /`: what there is to ask for.
record HintRoute(Examples examples) implements Route {
  @Override
  public Reply answer(Request request) {
    String links =
        examples.paths().stream()
            .map(path -> "<li><a href=\"%s\">%s</a>".formatted(path, path))
            .collect(Collectors.joining("\n"));
    return Reply.of(
        200,
        "text/html; charset=utf-8",
        """
        <!doctype html>
        <html lang="en"><meta charset="utf-8"><title>Pagemark</title>
        <h1>Pagemark</h1>
        <p>Page numbers for DynamoDB. Ask for any page of a listing by its number:
        <ul>
        %s
        <li><a href="/health">/health</a>
        </ul>
        """
            .formatted(links));
  }
}
