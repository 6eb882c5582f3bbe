package pagemark.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import pagemark.api.front.Request;
import pagemark.pages.error.PagesException.InvalidParameter;

/// Answers `GET /openapi.json` with the description of this API (OpenAPI 3.1).
final class Description {
  private static final String FILE = "/openapi.json";

  /// The server of the file, which paths begin with. Behind a prefix it has that.
  private static final String SERVER = "\"url\": \"/\"";

  private Description() {}

  /// @throws InvalidParameter if there are parameters
  static APIGatewayV2HTTPResponse answer(Request request) {
    Parameters.parse(request.query())
        .byName()
        .forEach(
            (name, values) -> {
              throw new InvalidParameter(
                  name, values.getFirst(), "none, this path has no parameters");
            });
    return Answer.of(text().replace(SERVER, SERVER.replace("/", request.prefix() + "/")));
  }

  /// Reads the file from the jar at every request, as such requests are rare.
  static String text() {
    try (InputStream json = Description.class.getResourceAsStream(FILE)) {
      if (json == null) {
        throw new IllegalStateException("the function was built without openapi.json");
      }
      return new String(json.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
