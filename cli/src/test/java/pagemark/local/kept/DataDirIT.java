package pagemark.local.kept;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.embedded.DynamoDbLocal;
import pagemark.index.TakesLong;
import pagemark.listing.json.Listings;
import pagemark.local.LocalOptions;
import pagemark.local.LocalStack;
import pagemark.local.PooledStack;
import pagemark.local.data.StackException;
import pagemark.local.data.TableDesign;
import pagemark.local.sample.Sample;
import redis.clients.jedis.Jedis;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Stops a stack and starts it again on the data that it kept.
@TakesLong(50)
final class DataDirIT {
  private static final Listings LISTINGS = Sample.listings(Map.of("TABLE_NAME", "comments"));
  private static final String OTHER_DEFINITION =
      """
      {"comments": {"table": "comments", "index": "byProduct", "group": {"attribute": "PK2"},
        "sort": {"attribute": "SK", "type": "string"}, "key": [{"attribute": "PK"}],
        "attributes": "*"}}
      """;
  private static final int ITEMS = 30;
  private static final String PAGES = "/comments/DAFT_PUNK_TSHIRT?size=100";

  @TempDir private static Path kept;
  @TempDir private static Path copied;
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static String before = "";
  private static @Nullable DynamoDbLocal running;

  @TempDir private Path folder;
  private @Nullable DynamoDbLocal server;
  private final List<String> log = Collections.synchronizedList(new ArrayList<>());

  @BeforeAll
  static void fillAndStop() throws Exception {
    List<String> log = Collections.synchronizedList(new ArrayList<>());
    try (LocalStack stack = LocalStack.start(options(LISTINGS).in(kept), log::add)) {
      stack.loadSample();
      before = get(stack, PAGES).body();
      assertTrue(json(before).at("/page/totalItems").intValue() > 4, before);
    }
    assertEquals(List.of(), log);
    copy(copied);
    running = databaseIn(copied);
  }

  @BeforeEach
  void copyWhatWasKept() throws IOException {
    copy(folder);
  }

  private static void copy(Path to) throws IOException {
    try (Stream<Path> files = Files.walk(kept)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = to.resolve(kept.relativize(file));
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
  }

  @AfterAll
  static void stop() {
    HTTP.close();
    if (running != null) {
      running.close();
    }
  }

  @Test
  void tableAndIndexAreFoundAgain() throws Exception {
    restartDatabase();
    try (LocalStack stack = start(LISTINGS)) {
      assertFalse(stack.isEmpty());
      assertShownAsBefore(stack);
      put(stack, "later");
      assertTrue(stack.await(Duration.ofSeconds(10)).isCaughtUp());
      assertEquals("later", json(get(stack, PAGES).body()).at("/items/0/PK").textValue());
    }
    assertEquals(List.of(), log);
  }

  @Test
  void indexWithoutItsDataAnswers503() throws Exception {
    delete(folder.resolve("redis"));

    assertNotShown(LISTINGS, "its index has not followed the table for more than 12 hours, or was");
  }

  @Test
  void flushedIndexAnswers503AtOnceAndAfterARestart() throws Exception {
    try (LocalStack stack = start(LISTINGS)) {
      flush(stack.index());
      assertEquals(503, get(stack, PAGES + "&page=2").statusCode());
    }

    assertNotShown(LISTINGS, "its index was lost, in whole or in part");
  }

  @Test
  void indexOfAnotherDefinitionAnswers503AndIsThereAgainWithItsOwn() throws Exception {
    assertNotShown(
        Listings.parse(OTHER_DEFINITION, Map.of()),
        "its definition has changed since its index was built");

    try (LocalStack stack = start(LISTINGS)) {
      assertShownAsBefore(stack);
    }
  }

  @Test
  void indexOfATableThatWasCreatedAgainAnswers503() throws Exception {
    restartDatabase();
    try (LocalStack stack = start(LISTINGS)) {
      stack.client().deleteTable(d -> d.tableName("comments"));
      stack.client().createTable(TableDesign.of(LISTINGS));
      put(stack, "new");
    }

    assertNotShown(
        LISTINGS, "the table or its stream is not the one that its index was built from");
  }

  /// This is the case of an older copy of the index's data, which brings its older note.
  @Test
  void indexThatWasLeftBehindAnswers503AtEveryStart() throws Exception {
    FollowedNote note = new FollowedNote(folder.resolve("redis/followed"));
    assertTrue(
        requireNonNull(note.read().until().get("comments"))
            .isAfter(Instant.now().minusSeconds(300)));
    note.write(note.read().andUntil(Set.of("comments"), Instant.now().minus(Duration.ofHours(13))));

    assertNotShown(LISTINGS, "its index has not followed the table for more than 12 hours");
    assertNotShown(LISTINGS, "its index has not followed the table for more than 12 hours");
  }

  @Test
  void indexThatStoppedHoursAgoIsTrusted() throws Exception {
    FollowedNote note = new FollowedNote(folder.resolve("redis/followed"));
    note.write(note.read().andUntil(Set.of("comments"), Instant.now().minus(Duration.ofHours(11))));

    try (LocalStack stack = start(LISTINGS)) {
      assertShownAsBefore(stack);
    }
  }

  @Test
  void folderOfARunningStackIsRefused() {
    try (LocalStack stack = start(LISTINGS)) {
      var e = assertThrows(StackException.class, () -> start(LISTINGS));
      assertEquals(
          "the data folder %s is in use by another stack".formatted(folder), e.getMessage());
      assertFalse(stack.isEmpty());
    }
  }

  /// Starts a stack on the index that was kept. Its DynamoDB Local was started once on the table
  /// that was kept, and runs on, because most tests are about the index and leave the table as it
  /// is.
  private LocalStack start(Listings listings) {
    DynamoDbLocal database = requireNonNull(server == null ? running : server);
    return PooledStack.startOn(
        _ -> database.lend(() -> {}), options(listings).in(folder), log::add);
  }

  /// Starts a DynamoDB Local of the test's own on the table that was kept.
  private void restartDatabase() {
    server = databaseIn(folder);
  }

  private static DynamoDbLocal databaseIn(Path folder) {
    return DynamoDbLocal.start(new DynamoDbLocal.Options(0, folder.resolve("dynamodb")));
  }

  @AfterEach
  void closeServer() {
    if (server != null) {
      server.close();
    }
  }

  private static LocalOptions options(Listings listings) {
    return new LocalOptions(0, 0, 0, null, listings, ITEMS);
  }

  private void assertShownAsBefore(LocalStack stack) throws Exception {
    assertTrue(stack.await(Duration.ofSeconds(20)).isCaughtUp());
    assertEquals(json(before), json(get(stack, PAGES).body()));
    assertEquals("READY", json(get(stack, "/health").body()).path("status").textValue());
  }

  private void assertNotShown(Listings listings, String why) throws Exception {
    log.clear();
    try (LocalStack stack = start(listings)) {
      assertEquals(1, log.size(), log::toString);
      assertTrue(
          log.getFirst().startsWith("comments: pages but the first answer 503: " + why),
          log::toString);
      assertTrue(
          log.getFirst().endsWith(". `pagemark rebuild` builds it from the table"), log::toString);
      assertEquals(503, get(stack, PAGES + "&page=2").statusCode());
      assertEquals("NOT_READY", json(get(stack, "/health").body()).path("status").textValue());
    }
    log.clear();
  }

  private static void put(LocalStack stack, String key) {
    Map<String, AttributeValue> item =
        Map.of(
            "PK", AttributeValue.fromS(key),
            "PK2", AttributeValue.fromS("DAFT_PUNK_TSHIRT"),
            "SK", AttributeValue.fromS("2025-01-01 00:00"));
    stack.client().putItem(p -> p.tableName(stack.table()).item(item));
  }

  private static void flush(String redis) {
    try (Jedis jedis = new Jedis(redis)) {
      assertEquals("OK", jedis.flushAll());
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static HttpResponse<String> get(LocalStack stack, String path) throws Exception {
    return HTTP.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + stack.url().getPort() + path))
            .build(),
        BodyHandlers.ofString());
  }

  private static JsonNode json(String text) throws IOException {
    return JsonMapper.builder().build().readTree(text);
  }
}
