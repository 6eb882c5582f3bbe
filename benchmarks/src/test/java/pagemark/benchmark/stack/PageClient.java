package pagemark.benchmark.stack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Asks for pages over HTTP.
final class PageClient implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final HttpClient client = HttpClient.newHttpClient();
  private final URI base;

  PageClient(URI url) {
    this.base = URI.create("http://127.0.0.1:" + url.getPort());
  }

  /// A page as a client gets it.
  ///
  /// @param cost the header `Pagemark-Cost`
  record Page(JsonNode body, String cost) {
    List<String> ids() {
      List<String> ids = new ArrayList<>();
      body.path("items").forEach(item -> ids.add(item.path("id").textValue()));
      return ids;
    }

    long total() {
      return body.at("/page/totalItems").longValue();
    }

    /// A number of the cost, such as `read-units`; 0 if it is not there.
    double cost(String name) {
      Matcher cost = Pattern.compile("(?:^|, )" + name + "=([0-9.]+)").matcher(this.cost);
      return cost.find() ? Double.parseDouble(cost.group(1)) : 0;
    }
  }

  /// @param pathAndQuery `/entries/one?page=3`
  /// @throws IllegalStateException if the status is not 200
  HttpResponse<String> get(String pathAndQuery) throws IOException, InterruptedException {
    HttpResponse<String> response =
        client.send(
            HttpRequest.newBuilder(URI.create(base + pathAndQuery)).build(),
            BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IllegalStateException(
          "%s: %d %s".formatted(pathAndQuery, response.statusCode(), response.body()));
    }
    return response;
  }

  static Page page(HttpResponse<String> response) throws IOException {
    return new Page(
        JSON.readTree(response.body()), response.headers().firstValue("Pagemark-Cost").orElse(""));
  }

  Page page(String pathAndQuery) throws IOException, InterruptedException {
    return page(get(pathAndQuery));
  }

  @Override
  public void close() {
    client.close();
  }
}
