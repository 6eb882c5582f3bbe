package pagemark.local;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;

/// Reads pages of a stack that tries an [ExistingTable].
final class TriedPages {
  private TriedPages() {}

  /// The ids of all pages, one after another.
  static List<String> walk(LocalStack stack) throws Exception {
    List<String> ids = new ArrayList<>();
    for (int page = 1; page <= 30; page++) {
      JsonNode answer = LocalHttp.json(stack, "/notes?group=x&size=7&page=" + page);
      assertTrue(answer.path("items").isArray(), answer::toString);
      answer.path("items").forEach(item -> ids.add(item.path("id").textValue()));
      if (answer.at("/page/totalPages").intValue() <= page) {
        return ids;
      }
    }
    throw new AssertionError("too many pages");
  }

  /// The lines of a walk to so many items, ten at a time.
  static List<String> race(LocalStack stack, int items) throws IOException, InterruptedException {
    String question =
        "{\"listing\": \"notes\", \"group\": [\"x\"], \"size\": 10, \"items\": %d}"
            .formatted(items);
    return post(stack, "/local/race", question).body().lines().toList();
  }

  private static HttpResponse<String> post(LocalStack stack, String path, String body)
      throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + stack.url().getPort() + path);
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(uri)
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString(body))
              .build(),
          BodyHandlers.ofString());
    }
  }
}
