package pagemark.local;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.embedded.DynamoDbLocal;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.Markers;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.listing.json.Listings;
import pagemark.local.LocalStack.LocalOptions;
import pagemark.local.data.Sample;
import pagemark.local.data.StackException;
import pagemark.rebuild.RebuildListener;
import pagemark.state.StateTable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Stops a stack and starts it again on the data that it kept.
@Nightly
@TakesLong(nightly = 50)
final class DataDirIT {
  private static final Listings LISTINGS = Sample.listings(Map.of("TABLE_NAME", "comments"));
  private static final int ITEMS = 30;
  private static final String PAGES = "/comments/DAFT_PUNK_TSHIRT?size=100";

  @TempDir private static Path kept;
  @TempDir private static Path copied;
  private static @Nullable JsonNode before;
  private static @Nullable DynamoDbLocal running;

  @TempDir private Path folder;
  private @Nullable DynamoDbLocal server;
  private final List<String> log = Collections.synchronizedList(new ArrayList<>());

  @BeforeAll
  static void fillAndStop() throws Exception {
    List<String> log = Collections.synchronizedList(new ArrayList<>());
    try (LocalStack stack = LocalStack.start(in(kept, options(LISTINGS)), log::add)) {
      stack.loadSample();
      before = LocalHttp.json(stack, PAGES);
      assertTrue(before.at("/page/totalItems").intValue() > 4, before::toString);
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
    if (running != null) {
      running.close();
    }
  }

  @Test
  void tableIsFoundAgainAndItsIndexBuilt() throws Exception {
    restartDatabase();
    try (LocalStack stack = start(LISTINGS)) {
      assertEquals(503, LocalHttp.get(stack, PAGES + "&page=2").statusCode());
      assertEquals("NOT_READY", LocalHttp.json(stack, "/health").path("status").textValue());
      assertEquals(List.of("comments"), stack.unbuilt());
      log.clear();
      build(stack);
      assertEquals(List.of(), stack.unbuilt());
      assertShownAsBefore(stack);
      put(stack, "later");
      assertTrue(stack.await(Duration.ofSeconds(10)).isCaughtUp());
      assertEquals("later", LocalHttp.json(stack, PAGES).at("/items/0/PK").textValue());
    }
    assertEquals(List.of(), log);
  }

  /// The stream deletes records after a day. Here it is switched off, which loses them at once.
  @Test
  void itemsWhoseRecordsTheStreamHasLostAreOnPages() throws Exception {
    restartDatabase();
    try (LocalStack stack = start(LISTINGS)) {
      stack
          .client()
          .updateTable(
              u -> u.tableName("comments").streamSpecification(s -> s.streamEnabled(false)));
      put(stack, "unseen");
    }

    try (LocalStack stack = start(LISTINGS)) {
      build(stack);
      assertEquals("unseen", LocalHttp.json(stack, PAGES).at("/items/0/PK").textValue());
    }
  }

  /// Each start builds another generation, and drops what the last one has left.
  @Test
  void generationsDoNotPileUp(@TempDir Path store) throws Exception {
    String url = "jdbc:sqlite:" + store.resolve("index.db");
    List<String> generations = new ArrayList<>();
    for (int starts = 0; starts < 3; starts++) {
      try (LocalStack stack = start(new LocalOptions(0, 0, 0, url, LISTINGS, ITEMS))) {
        build(stack);
        assertShownAsBefore(stack);
        StateTable state = new StateTable(stack.client(), StateTable.DEFAULT_NAME);
        assertEquals(List.of(), state.retired("comments"));
        assertEquals(1, state.live("comments").size());
        generations.add(state.live("comments").getFirst().id());
      }
    }
    try (IndexStore index = IndexStores.open(url, IndexSettings.DEFAULT)) {
      assertEquals(
          List.of(Map.of(), Map.of(), Map.of(Markers.State.READY, 1)),
          generations.stream().map(index.markers()::count).toList());
    }
  }

  @Test
  void folderOfARunningStackIsRefused() {
    try (LocalStack stack = start(LISTINGS)) {
      var e = assertThrows(StackException.class, () -> start(LISTINGS));
      assertEquals(
          "the data folder %s is in use by another stack".formatted(folder), e.getMessage());
      assertEquals(List.of("comments"), stack.unbuilt());
    }
  }

  /// Starts a stack on the table that was kept. Its DynamoDB Local was started once, and runs on,
  /// because most tests are about the index and leave the table as it is.
  private LocalStack start(Listings listings) {
    return start(options(listings));
  }

  private static LocalOptions in(Path kept, LocalOptions of) {
    return new LocalOptions(
        of.port(),
        of.dynamodbPort(),
        of.redisPort(),
        of.indexUrl(),
        of.listings(),
        of.sample(),
        kept,
        null,
        null,
        null);
  }

  private LocalStack start(LocalOptions options) {
    DynamoDbLocal database = requireNonNull(server == null ? running : server);
    return PooledStack.startOn(_ -> database.lend(() -> {}), in(folder, options), log::add);
  }

  private static void build(LocalStack stack) throws InterruptedException {
    assertTrue(stack.await(Duration.ofSeconds(20)).isCaughtUp());
    stack.unbuilt().forEach(listing -> stack.build(listing, RebuildListener.NONE));
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
    assertEquals(before, LocalHttp.json(stack, PAGES));
    assertEquals("READY", LocalHttp.json(stack, "/health").path("status").textValue());
  }

  private static void put(LocalStack stack, String key) {
    Map<String, AttributeValue> item =
        Map.of(
            "PK", AttributeValue.fromS(key),
            "PK2", AttributeValue.fromS("DAFT_PUNK_TSHIRT"),
            "SK", AttributeValue.fromS("2025-01-01 00:00"));
    stack.client().putItem(p -> p.tableName(stack.table()).item(item));
  }
}
