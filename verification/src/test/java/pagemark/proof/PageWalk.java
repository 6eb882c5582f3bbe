package pagemark.proof;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import pagemark.entry.Order;

/// Fetches the pages of a listing over HTTP, a few at a time.
final class PageWalk implements AutoCloseable {
  private static final int AT_A_TIME = 4;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final HttpClient client = HttpClient.newHttpClient();
  private final ExecutorService threads = Executors.newFixedThreadPool(AT_A_TIME);
  private final URI base;
  private final String listing;

  /// @param base the address of the stack
  /// @param listing perhaps with one of its sorts: `ratings@newest`
  PageWalk(URI base, String listing) {
    this.base = URI.create("http://127.0.0.1:" + base.getPort());
    this.listing = listing;
  }

  /// What to walk: a group, in an order, in pages of a size.
  ///
  /// @param group empty if the listing has none
  /// @param filters as a request writes them: `rating=4,5&language=en`; empty for none
  record Path(String group, Order order, int size, String filters) {
    Path(String group, Order order, int size) {
      this(group, order, size, "");
    }
  }

  /// A page as a client gets it.
  ///
  /// @param cost the header `Pagemark-Cost`
  record Page(long number, long totalItems, long totalPages, List<JsonNode> items, String cost) {}

  /// Each `step`-th page from the first one on, and the last one.
  List<Page> pages(Path path, int step) throws InterruptedException, ExecutionException {
    List<Future<Page>> fetches =
        numbers(page(path, 1).totalPages(), step)
            .mapToObj(number -> threads.submit(() -> page(path, number)))
            .toList();
    List<Page> pages = new ArrayList<>();
    for (Future<Page> fetch : fetches) {
      pages.add(fetch.get());
    }
    return pages;
  }

  /// The numbers of these pages.
  static LongStream numbers(long last, int step) {
    return LongStream.rangeClosed(1, last).filter(n -> (n - 1) % step == 0 || n == last);
  }

  /// The number of the page that holds an item.
  ///
  /// @param key the item's key attributes, as requests write them
  long numberOf(Path path, List<String> key) {
    String items =
        key.stream().map(part -> "item=" + encoded(part)).collect(Collectors.joining("&"));
    return json(found(path, items).body()).at("/page/number").longValue();
  }

  /// All items, from cursor to cursor.
  List<JsonNode> crawl(Path path) {
    List<JsonNode> items = new ArrayList<>();
    String start = "page=1";
    while (!start.equals("cursor=null")) {
      JsonNode body = json(found(path, start).body());
      body.path("items").forEach(items::add);
      start = "cursor=" + body.at("/cursors/after").asText();
    }
    return items;
  }

  Page page(Path path, long number) {
    HttpResponse<String> response = found(path, "page=" + number);
    JsonNode body = json(response.body());
    List<JsonNode> items = new ArrayList<>();
    body.path("items").forEach(items::add);
    return new Page(
        body.at("/page/number").longValue(),
        body.at("/page/totalItems").longValue(),
        body.at("/page/totalPages").longValue(),
        items,
        response.headers().firstValue("Pagemark-Cost").orElse(""));
  }

  private HttpResponse<String> found(Path path, String start) {
    String query =
        "/%s%sorder=%s&size=%d&%s"
            .formatted(sorted(), grouped(path), path.order().text(), path.size(), start);
    if (!path.filters().isEmpty()) {
      query += "&" + path.filters();
    }
    HttpResponse<String> response = get(query);
    if (response.statusCode() != 200) {
      throw new IllegalStateException(query + ": " + response.statusCode() + response.body());
    }
    return response;
  }

  private String sorted() {
    return listing.contains("@") ? listing.replace("@", "?sort=") + "&" : listing + "?";
  }

  private static String grouped(Path path) {
    return path.group().isEmpty() ? "" : "group=" + encoded(path.group()) + "&";
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /// The answer to `GET` of a path with its query.
  HttpResponse<String> get(String pathAndQuery) {
    try {
      return client.send(
          HttpRequest.newBuilder(URI.create(base + pathAndQuery)).build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IllegalStateException(pathAndQuery, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(pathAndQuery, e);
    }
  }

  static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new IllegalStateException(text, e);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
    client.close();
  }
}
