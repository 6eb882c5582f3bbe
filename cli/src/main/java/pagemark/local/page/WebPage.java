package pagemark.local.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.index.Inspector;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.local.http.HttpFront;
import pagemark.local.http.HttpFront.Reply;
import pagemark.local.http.HttpFront.Request;
import pagemark.pages.Pages;
import pagemark.state.Generations;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// Answers `/` and everything below `/local/`: the page's files, `/local/listings` and
/// `/local/race`.
///
/// @param shown the generations of the index that pages come from
/// @param pages check the questions of a race
/// @param dynamo walks to pages in a race, and describes the table
/// @param isReadOnly whether the table is an existing one, whose reads may cost money
/// @param draft the listings as text, if they are drafted; else null
/// @param log takes a line for each failure
public record WebPage(
    Listings listings,
    Generations shown,
    Inspector inspector,
    Pages pages,
    DynamoDbClient dynamo,
    boolean isReadOnly,
    @Nullable String draft,
    Consumer<String> log)
    implements HttpFront.Route {

  /// Whether `path` belongs to the web page.
  public static boolean has(String path) {
    return path.equals("/") || path.startsWith("/local/");
  }

  @Override
  public Reply answer(Request request) {
    try {
      return switch (request.path()) {
        case "/local/listings" ->
            new ListingsRoute(listings, groups(), dynamo, isReadOnly, draft).answer(request);
        case "/local/race" -> new RaceRoute(pages, dynamo, log).answer(request);
        default -> Files.answer(request);
      };
    } catch (RefusedRequest e) {
      return e.reply();
    }
  }

  private ListingsRoute.Groups groups() {
    return new ListingsRoute.Groups(shown, inspector);
  }

  /// A group of a listing, by the values that name it: the largest of some. Empty if none is known.
  public Optional<List<String>> someGroup(Listing listing) {
    return groups().of(listing).stream()
        .findFirst()
        .flatMap(size -> listing.definition().group().texts(size.group().group()));
  }

  /// `GET /` and `GET /local/page/FILE`: the page's files, which are resources beside this class,
  /// read at each request. `GET /local/documents/PATH.md`: a page that shows a document of the
  /// project, and with `?raw` its Markdown. Their policy lets the page load nothing else, and lets
  /// no other page frame it.
  static final class Files {
    private static final Pattern FILE = Pattern.compile("[a-z]+\\.(css|js|svg)");
    private static final String FOLDER = "/local/page/";
    private static final String INDEX = "index.html";
    private static final String DOCUMENT = "document.html";
    private static final String DOCUMENTS = "/local/documents/";
    private static final Pattern MARKDOWN =
        Pattern.compile("/local/documents/([a-z]+/){0,2}[A-Za-z0-9-]+\\.md");
    private static final String POLICY =
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
    private static final Map<String, String> TYPES =
        Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml",
            "md", "text/plain; charset=utf-8");

    private Files() {}

    /// @throws RefusedRequest if there is no such file, or the method is not GET or HEAD
    static Reply answer(Request request) {
      if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
        throw RefusedRequest.method("GET, HEAD");
      }
      String name = name(request);
      return new Reply(200, headers(name), content(name));
    }

    /// The resource that a path names.
    private static String name(Request request) {
      String path = request.path();
      if (MARKDOWN.matcher(path).matches()) {
        String document = "/pagemark/local/documents/" + path.substring(DOCUMENTS.length());
        boolean isShown = !request.query().equals("raw") && resource(document) != null;
        return isShown ? DOCUMENT : document;
      }
      String file = path.startsWith(FOLDER) ? path.substring(FOLDER.length()) : "";
      return path.equals("/") ? INDEX : FILE.matcher(file).matches() ? file : "absent";
    }

    private static @Nullable URL resource(String name) {
      return Files.class.getResource(name);
    }

    private static Bytes content(String name) {
      URL resource = resource(name);
      if (resource == null) {
        throw new RefusedRequest(404, "there is no such file");
      }
      try (InputStream file = resource.openStream()) {
        return Bytes.of(name.endsWith(".html") ? page(file) : file.readAllBytes());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /// The files lie beside `index.html`, so that a copy of all of them works in any folder. Here
    /// it is answered at `/`, and they below [#FOLDER].
    private static byte[] page(InputStream file) throws IOException {
      String html = new String(file.readAllBytes(), UTF_8);
      return html.replace("\"./", "\"" + FOLDER).getBytes(UTF_8);
    }

    private static Map<String, List<String>> headers(String name) {
      String type = TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "text/plain");
      return Map.of(
          "Content-Type", List.of(type),
          "Cache-Control", List.of("no-store"),
          "Content-Security-Policy", List.of(POLICY),
          "X-Content-Type-Options", List.of("nosniff"),
          "Referrer-Policy", List.of("no-referrer"));
    }
  }

  /// A request that is refused. The message tells the caller what is wrong and what is valid; it
  /// holds no item keys and no table names.
  static final class RefusedRequest extends RuntimeException {
    private final int status;
    private final String allow;

    RefusedRequest(int status, String detail) {
      this(status, detail, "");
    }

    private RefusedRequest(int status, String detail, String allow) {
      super(detail, null, false, false);
      this.status = status;
      this.allow = allow;
    }

    static RefusedRequest method(String allow) {
      return new RefusedRequest(
          405, "the path does not take this method. Valid methods: " + allow, allow);
    }

    /// Tells requests of this stack's own page, and of programs on this machine, from requests of
    /// other web pages in the same browser: the Host is checked already. Origin, which browsers
    /// send with each POST, must be that Host, and Sec-Fetch-Site, if it is there, `same-origin`.
    ///
    /// @throws RefusedRequest if the request may come from another site
    static void requireOwn(Request request) {
      Map<String, String> headers = request.headers();
      String own = "http://" + headers.getOrDefault("host", "");
      if (!headers.getOrDefault("origin", own).equalsIgnoreCase(own)
          || !headers.getOrDefault("sec-fetch-site", "same-origin").equals("same-origin")) {
        throw new RefusedRequest(403, "pages of other origins may not ask this");
      }
    }

    /// The problem document (RFC 9457).
    Reply reply() {
      ObjectNode problem =
          JsonNodeFactory.instance
              .objectNode()
              .put("type", "about:blank")
              .put("title", title())
              .put("status", status)
              .put("detail", getMessage());
      List<String> type = List.of("application/problem+json");
      return new Reply(
          status,
          allow.isEmpty()
              ? Map.of("Content-Type", type)
              : Map.of("Content-Type", type, "Allow", List.of(allow)),
          Bytes.utf8(problem.toString()));
    }

    private String title() {
      return switch (status) {
        case 400 -> "Bad Request";
        case 403 -> "Forbidden";
        case 404 -> "Not Found";
        case 405 -> "Method Not Allowed";
        case 409 -> "Conflict";
        default -> "Internal Server Error";
      };
    }
  }
}
