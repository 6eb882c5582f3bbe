package pagemark.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.api.Front.Reply;
import pagemark.index.PageIndexReader;
import pagemark.index.Patience;
import pagemark.pages.Broken;
import pagemark.pages.Definitions;
import pagemark.pages.Pages;
import pagemark.pages.PagesServices;
import pagemark.state.InMemoryState;
import pagemark.state.Suspects;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// The listed table is silent or throttles. The client has the settings of a deployed function.
final class BusyTableIT {
  private static final Shop SHOP = new Shop("busy-table", Definitions.COMMENTS).open();

  /// The function's timeout.
  private static final Duration ANSWERED_MAX = Patience.of(Duration.ofSeconds(29));

  @BeforeAll
  static void fill() {
    SHOP.put(List.of(Shop.comment("rita", "x", "2024-05-01 00:00")));
  }

  @Test
  void answers503IfTheTableIsSilent() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      URI endpoint = URI.create("http://127.0.0.1:" + silent.getLocalPort());
      Stream.of(SHOP.index().reader(), Broken.notReady())
          .parallel()
          .forEach(index -> assertBusy(endpoint, index));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException",
        "com.amazon.coral.availability#ThrottlingException"
      })
  void answers503IfTheTableThrottles(String type) throws IOException {
    AtomicInteger requests = new AtomicInteger();
    byte[] answer = "{\"__type\":\"%s\",\"message\":\"rita\"}".formatted(type).getBytes(UTF_8);
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpServer throttling = HttpServer.create(any, 0);
    throttling.createContext(
        "/",
        exchange -> {
          requests.incrementAndGet();
          exchange.getRequestBody().readAllBytes();
          exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
          exchange.sendResponseHeaders(400, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    throttling.start();
    try {
      URI endpoint = URI.create("http://127.0.0.1:" + throttling.getAddress().getPort());
      assertBusy(endpoint, SHOP.index().reader());
      assertEquals(5, requests.get(), "a round trip each, which the SDK does not multiply");
    } finally {
      throttling.stop(0);
    }
  }

  private static void assertBusy(URI endpoint, PageIndexReader index) {
    try (DynamoDbClient dynamo =
        Environment.client()
            .endpointOverride(endpoint)
            .region(Region.US_EAST_1)
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
            .build()) {
      PagesServices services =
          new PagesServices(
              SHOP.listings(),
              dynamo,
              SHOP.generations(),
              Suspects.of(new InMemoryState()),
              index,
              Optional.empty(),
              InstantSource.system());
      Front front = new Front(new PageHandler(Pages.of(services), InstantSource.system(), false));
      Reply reply = assertTimeout(ANSWERED_MAX, () -> front.get("/comments/x"));
      assertEquals(503, reply.status());
      assertEquals("1", reply.header("Retry-After"));
      assertEquals("the table does not answer in time", reply.body().get("detail").textValue());
      assertEquals(1, front.log().lines.size());
    }
  }
}
