package pagemark.watch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

final class SignedStreamTest {
  /// What the service answers next; then it answers an empty object.
  private final Deque<String> failures = new ArrayDeque<>();

  private final List<String> operations = new ArrayList<>();
  private HttpServer server;
  private SignedStream stream;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    SignedCalls calls =
        new SignedCalls(
            UrlConnectionHttpClient.create(),
            StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")),
            "eu-central-1");
    URI endpoint = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    stream = new SignedStream(calls, endpoint, "arn:stream");
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    operations.add(exchange.getRequestHeaders().getFirst("X-Amz-Target"));
    String failure = failures.poll();
    byte[] answer =
        (failure == null ? "{}" : "{\"__type\":\"com.amazonaws#%s\"}".formatted(failure))
            .getBytes(UTF_8);
    try (exchange) {
      int refused = "InternalServerError".equals(failure) ? 500 : 400;
      exchange.sendResponseHeaders(failure == null ? 200 : refused, answer.length);
      exchange.getResponseBody().write(answer);
    }
  }

  /// The local stack reads tables with it that nobody may write to.
  @Test
  void sendsNothingThatWrites() {
    stream.shards();
    stream.iterator("shard", null);
    stream.iterator("shard", "1");
    stream.read("iterator");
    assertEquals(
        Set.of(
            "DynamoDBStreams_20120810.DescribeStream",
            "DynamoDBStreams_20120810.GetShardIterator",
            "DynamoDBStreams_20120810.GetRecords"),
        Set.copyOf(operations));
  }

  @Test
  void triesAgainIfTheServiceFailsOrIsThrottled() {
    failures.addAll(List.of("InternalServerError", "ThrottlingException"));
    stream.read("iterator");
    assertEquals(3, operations.size());
    failures.addAll(List.of("InternalServerError", "InternalServerError", "InternalServerError"));
    failures.add("InternalServerError");
    assertThrows(SignedCalls.CallException.class, () -> stream.read("iterator"));
    assertEquals(7, operations.size());
  }

  @Test
  void aRefusalIsNoReasonToTryAgain() {
    failures.add("AccessDeniedException");
    assertThrows(SignedCalls.CallException.class, () -> stream.read("iterator"));
    assertEquals(1, operations.size());
  }

  @Test
  void aStaleIteratorIsReplaced() {
    failures.add("ExpiredIteratorException");
    stream.read("shard", "iterator", "1");
    assertEquals(3, operations.size());
    failures.add("TrimmedDataAccessException");
    assertThrows(
        WatchedStream.StaleIteratorException.class, () -> stream.iterator("shard", "expired"));
  }
}
