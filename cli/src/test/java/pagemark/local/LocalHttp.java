package pagemark.local;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/// Requests to a local stack, in this JVM or as a process of its own.
public final class LocalHttp {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static final int TRIES_MAX = 15;

  private LocalHttp() {}

  public static HttpResponse<String> get(LocalStack stack, String path)
      throws IOException, InterruptedException {
    return get(stack.url().getPort(), path);
  }

  public static HttpResponse<String> get(int port, String path)
      throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + port + path);
    return CLIENT.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }

  /// The body of the answer, whatever its status.
  public static JsonNode json(LocalStack stack, String path)
      throws IOException, InterruptedException {
    return json(stack.url().getPort(), path);
  }

  /// The body of the answer, whatever its status.
  public static JsonNode json(int port, String path) throws IOException, InterruptedException {
    return JSON.readTree(get(port, path).body());
  }

  /// Waits until the index has all earlier writes. An answer takes as long as the stream's next
  /// poll.
  public static void awaitIndexed(int port) throws IOException, InterruptedException {
    JsonNode health = json(port, "/health");
    for (int i = 1; i < TRIES_MAX && health.path("pendingRecords").longValue() > 0; i++) {
      health = json(port, "/health");
    }
    assertEquals("READY", health.path("status").textValue(), health::toString);
    assertEquals(0, health.path("pendingRecords").asLong(-1), health::toString);
  }
}
