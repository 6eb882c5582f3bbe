package pagemark.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.embedded.RedisServer;
import pagemark.index.Patience;
import pagemark.index.TakesLong;
import pagemark.listing.json.Listings;
import pagemark.local.LocalStack.LocalOptions;
import pagemark.local.data.Sample;
import pagemark.local.pump.StreamPump;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Runs the whole stack in this JVM, with a small sample, and uses it as a client does.
@TakesLong(20)
final class LocalStackIT {
  private static final int SAMPLE = 400;
  private static final Map<String, String> ENVIRONMENT = Map.of("TABLE_NAME", "comments");
  private static final Listings LISTINGS = Sample.listings(ENVIRONMENT);
  private static final List<String> LOG = Collections.synchronizedList(new ArrayList<>());
  private static final LocalStack STACK =
      PooledStack.start(new LocalOptions(0, 0, 0, null, LISTINGS, SAMPLE), LOG::add);

  @BeforeAll
  static void load() throws InterruptedException {
    STACK.loadSample();
  }

  @AfterAll
  static void stop() {
    STACK.close();
    assertEquals(List.of(), LOG, "logged");
  }

  @Test
  void rootIsThePageAndThereIsAPathToTry() throws Exception {
    HttpResponse<String> response = get("/");

    assertEquals(200, response.statusCode());
    assertEquals(
        "text/html; charset=utf-8", response.headers().firstValue("content-type").orElseThrow());
    assertEquals("/comments/DAFT_PUNK_TSHIRT?page=3", STACK.example().orElseThrow());
  }

  /// `/health` says 0 only about writes before the request. So an item that was written before it
  /// is on the page that is requested after it.
  @Test
  void writeIsOnThePageOnceNothingIsPending() throws Exception {
    for (int i = 0; i < 20; i++) {
      put(STACK, "WRITTEN", i, i + 1);
      awaitNothingPending();
      JsonNode page = LocalHttp.json(STACK, "/comments/WRITTEN");
      assertEquals("WRITTEN-" + i, page.at("/items/0/PK").textValue());
      assertEquals(i + 1, page.at("/page/totalItems").intValue());
    }
  }

  /// README's own curl right after `load` showed 6 of 15 items on a slow machine.
  @Test
  void whoWaitsIsAnsweredOnceTheIndexHasWhatWasWritten() throws Exception {
    put(STACK, "WAITED", 0, 40);
    assertEquals(
        json("{\"status\":\"READY\",\"pendingRecords\":0,\"lagMillis\":0}"),
        LocalHttp.json(STACK, "/health?wait=60"));
    assertEquals(40, LocalHttp.json(STACK, "/comments/WAITED").at("/page/totalItems").intValue());
    for (String wrong : List.of("0", "61", "1.5", "", "long")) {
      HttpResponse<String> refused = get("/health?wait=" + wrong);
      assertEquals(400, refused.statusCode(), wrong);
      assertTrue(refused.body().contains("1 to 60"), refused::body);
    }
  }

  /// DynamoDB Local names such a deletion otherwise than DynamoDB. It may delete an item that has
  /// ended before anybody sees it, so the item ends only once it was seen.
  @Test
  void whatDynamoDbDeletesByItsTimeToLiveLeavesThePages() throws Exception {
    STACK
        .client()
        .updateTimeToLive(
            update ->
                update
                    .tableName(STACK.table())
                    .timeToLiveSpecification(ttl -> ttl.enabled(true).attributeName("ends")));
    Instant inAnHour = Instant.now().plusSeconds(3_600);
    putExpiring("ended", inAnHour);
    awaitExpiring(1);
    putExpiring("ended", Instant.now().minusSeconds(60));
    awaitExpiring(0);
    putExpiring("later", inAnHour);
    awaitExpiring(1);
  }

  private static void awaitExpiring(int items) throws Exception {
    long end = System.nanoTime() + Patience.of(Duration.ofSeconds(60)).toNanos();
    JsonNode facets = LocalHttp.json(STACK, "/comments/EXPIRING/facets");
    while (facets.path("totalItems").intValue() != items) {
      assertTrue(System.nanoTime() < end, facets::toString);
      Thread.sleep(100);
      facets = LocalHttp.json(STACK, "/comments/EXPIRING/facets");
    }
  }

  private static void putExpiring(String writer, Instant ends) {
    Map<String, AttributeValue> item =
        Map.of(
            "PK", AttributeValue.fromS(writer),
            "PK2", AttributeValue.fromS("EXPIRING"),
            "SK", AttributeValue.fromS("2024-05-03 00:00"),
            "ends", AttributeValue.fromN("" + ends.getEpochSecond()));
    STACK.client().putItem(p -> p.tableName(STACK.table()).item(item));
  }

  private static void awaitNothingPending() throws Exception {
    JsonNode health = LocalHttp.json(STACK, "/health");
    for (int tries = 0; tries < 15 && health.path("pendingRecords").longValue() > 0; tries++) {
      health = LocalHttp.json(STACK, "/health");
    }
    assertEquals(json("{\"status\":\"READY\",\"pendingRecords\":0,\"lagMillis\":0}"), health);
  }

  /// Redis is killed and comes back with all of its data: the records in between wait, and all are
  /// applied.
  @Test
  void recordsWaitWhileTheIndexIsDownAndNoneIsLost(@TempDir Path folder) throws Exception {
    RedisServer before = redis(0, folder);
    List<String> log = Collections.synchronizedList(new ArrayList<>());
    LocalOptions options = new LocalOptions(0, 0, 0, before.uri().toString(), LISTINGS, 0);
    try (LocalStack stack = PooledStack.start(options, log::add)) {
      put(stack, "OUTAGE", 0, 30);
      assertTrue(stack.await(Duration.ofSeconds(10)).isCaughtUp());
      Instant killed = Instant.now();
      before.kill();
      put(stack, "OUTAGE", 30, 60);
      StreamPump.State down = stack.await(Duration.ofSeconds(1));
      assertTrue(down.pendingRecords() > 0, down::toString);
      assertTrue(down.lagMillis() > 0, down::toString);
      long began = System.nanoTime();
      JsonNode health = LocalHttp.json(stack, "/health?wait=3");
      assertTrue(Duration.ofNanos(System.nanoTime() - began).toMillis() >= 2_900, "too early");
      assertEquals("NOT_READY", health.path("status").textValue(), health::toString);
      assertTrue(health.path("pendingRecords").longValue() > 0, health::toString);
      Instant since = Instant.parse(health.at("/waiting/since").textValue());
      assertFalse(since.isBefore(killed), health::toString);
      assertFalse(health.at("/waiting/reason").asText().isEmpty(), health::toString);
      try (RedisServer after = redis(before.uri().getPort(), folder)) {
        assertEquals("READY", LocalHttp.json(stack, "/health?wait=60").path("status").textValue());
        JsonNode page = LocalHttp.json(stack, "/comments/OUTAGE?size=100");
        assertEquals(60, page.at("/page/totalItems").intValue(), after.uri()::toString);
        assertEquals(60, page.path("items").size());
        assertEquals(
            json("{\"status\":\"READY\",\"pendingRecords\":0,\"lagMillis\":0}"),
            LocalHttp.json(stack, "/health"));
      }
      assertFalse(log.isEmpty());
    }
  }

  private static RedisServer redis(int port, Path folder) {
    List<String> durable = List.of("--appendfsync", "always");
    return RedisServer.start(new RedisServer.Options(port, folder, durable, null));
  }

  private static void put(LocalStack stack, String group, int from, int to) {
    for (int i = from; i < to; i++) {
      Map<String, AttributeValue> item =
          Map.of(
              "PK", AttributeValue.fromS(group + "-" + i),
              "PK2", AttributeValue.fromS(group),
              "SK", AttributeValue.fromS("2024-05-03 00:%02d".formatted(i)));
      stack.client().putItem(p -> p.tableName(stack.table()).item(item));
    }
  }

  private static HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return LocalHttp.get(STACK, path);
  }

  private static JsonNode json(String text) throws IOException {
    return JsonMapper.builder().build().readTree(text);
  }
}
