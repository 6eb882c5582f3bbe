package pagemark.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import pagemark.cli.ForeignTables;
import pagemark.embedded.DynamoDbLocal;
import pagemark.function.Wiring;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.TakesLong;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.local.data.LocalDatabase;
import pagemark.pages.GroupQuery;
import pagemark.pages.Pages;
import pagemark.pages.PagesServices;
import pagemark.pages.cursor.CursorKeys;
import pagemark.pages.error.PagesException;
import pagemark.pages.result.Page;
import pagemark.rebuild.Rebuild;
import pagemark.rebuild.RebuildListener;
import pagemark.rebuild.RebuildRun;
import pagemark.rebuild.RebuildSettings;
import pagemark.rebuild.RebuildSetup;
import pagemark.redis.RedisTopology;
import pagemark.services.Services;
import pagemark.state.DatabasePool;
import pagemark.state.StateTable;
import pagemark.sync.StreamedTable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Requests beside the rebuild of a listing whose definition has changed, with a new deployment's
/// code: each page is one by the old definition or one by the new, from the first new one on all
/// are, and a cursor of before goes on in its own order or is refused. If the group has changed, no
/// page comes from the old index.
@TakesLong(25)
final class ChangedDuringRebuildIT {
  private static final long SEED = 20_261_126;
  private static final int ITEMS = 60;

  /// The pauses of a rebuild, which waits for readers and writers that keep what they know.
  private static final int HURRY = 10;

  private static final String BEFORE =
      """
      { "notes": { "table": "notes", "group": { "attribute": "user" },
          "sort": { "attribute": "at", "type": "integer" },
          "key": [ { "attribute": "id" } ],
          "filters": { "kind": { "attribute": "kind", "values": ["a", "b"] } },
          "attributes": ["id"] } }
      """;

  private static final CursorKeys CURSOR_KEYS = CursorKeys.random();

  /// Readers keep what they know as much shorter.
  private final Instant begin = Instant.now();

  private final InstantSource hurried =
      () -> begin.plus(Duration.between(begin, Instant.now()).multipliedBy(HURRY));
  private final DynamoDbLocal server = DatabasePool.borrow();
  private final DynamoDbClient dynamo = LocalDatabase.client(server.endpoint());
  private final StateTable state = new StateTable(dynamo, "pagemark-state");
  private final Random random = new Random(SEED);

  /// What is changed, and by what pages are recognised.
  ///
  /// @param attribute of the new order; null if the old index may not serve
  /// @param filter of the new definition
  private record Change(String definition, @Nullable String attribute, String filter) {}

  @AfterEach
  void close() {
    dynamo.close();
    server.close();
  }

  static Stream<String> stores() {
    return Stream.of("redis", "dynamodb");
  }

  private IndexStore store(String kind) {
    return kind.equals("redis")
        ? RedisTopology.SINGLE_NODE.emptyStore()
        : IndexStores.open("dynamodb:notes?endpoint=" + server.endpoint(), IndexSettings.DEFAULT);
  }

  @ParameterizedTest
  @MethodSource("stores")
  void noPageIsByTheWrongDefinition(String kind) throws Exception {
    dynamo.createTable(StateTable.creation(state.name()));
    ForeignTables.create(dynamo, "notes", true, "id S", Map.of());
    List<Map<String, AttributeValue>> items =
        IntStream.range(0, ITEMS).mapToObj(ChangedDuringRebuildIT::item).toList();
    items.forEach(item -> dynamo.putItem(p -> p.tableName("notes").item(item)));
    try (IndexStore store = store(kind);
        ExecutorService threads = Executors.newCachedThreadPool()) {
      assertTrue(rebuild(store, BEFORE, threads).run(2, () -> true).done());
      for (Change change :
          List.of(
              new Change(BEFORE.replace("\"at\"", "\"size\""), "size", "kind"),
              new Change(BEFORE.replace("\"kind\": {", "\"sort2\": {"), "at", "sort2"),
              new Change(
                  BEFORE.replace("\"filters\"", "\"pageSize\": {\"default\": 7}, \"filters\""),
                  "at",
                  "kind"),
              new Change(BEFORE.replace("\"user\"", "\"owner\""), null, "kind"))) {
        beside(store, change, threads);
        assertTrue(rebuild(store, BEFORE, threads).run(2, () -> true).done());
      }
    }
  }

  private static Map<String, AttributeValue> item(int i) {
    return Map.of(
        "id", AttributeValue.fromS("n%02d".formatted(i)),
        "user", AttributeValue.fromS("rita"),
        "owner", AttributeValue.fromS(i % 2 == 0 ? "rita" : "omar"),
        "at", AttributeValue.fromN("" + i),
        "size", AttributeValue.fromN("" + (ITEMS - i)),
        "kind", AttributeValue.fromS(i % 3 == 0 ? "a" : "b"));
  }

  /// The ids of all items, or of those of a kind, or of an owner, by an attribute.
  private static List<String> ordered(String attribute, boolean filtered, boolean owned) {
    return IntStream.range(0, ITEMS)
        .filter(i -> !filtered || i % 3 == 0)
        .filter(i -> !owned || i % 2 == 0)
        .mapToObj(ChangedDuringRebuildIT::item)
        .sorted(Comparator.comparingInt(item -> Integer.parseInt(number(item, attribute))))
        .map(item -> String.valueOf(item.get("id").s()))
        .toList();
  }

  private static String number(Map<String, AttributeValue> item, String attribute) {
    return String.valueOf(item.get(attribute).n());
  }

  private void beside(IndexStore store, Change change, ExecutorService threads) throws Exception {
    Pages deployed = pages(store, change.definition());
    Pages before = pages(store, BEFORE);
    String cursor = cursor(before.listing("notes").group("rita").size(5).page(2));
    RebuildRun rebuild = rebuild(store, change.definition(), threads);
    Future<RebuildRun.Result> running = threads.submit(() -> rebuild.run(2, () -> true));
    Seen seen = new Seen(change);
    do {
      seen.ask(deployed.listing("notes").group("rita"), cursor);
    } while (!running.isDone());
    assertTrue(running.get().done());
    assertTrue(seen.answers > 5, "answers beside the rebuild: " + seen.answers);
    // Whoever serves pages knows a generation for some seconds.
    Pages later = pages(store, change.definition());
    seen.isServed = true;
    for (int i = 0; i < 10; i++) {
      seen.ask(later.listing("notes").group("rita"), cursor);
    }
  }

  private boolean isOfAnotherDefinition() {
    return !state
        .serving("notes")
        .orElseThrow()
        .definition()
        .equals(Listings.parse(BEFORE, Map.of()).byName().firstEntry().getValue().definition());
  }

  private static String cursor(Page page) {
    return page.ends().after().orElseThrow().text();
  }

  /// What a client of the new deployment has seen.
  private final class Seen {
    private final Change change;
    private int answers;

    /// Whether the new index has answered, after which the old one must not.
    private boolean isServed;

    Seen(Change change) {
      this.change = change;
    }

    void ask(GroupQuery group, String cursor) {
      int size = 1 + random.nextInt(9);
      boolean filtered = random.nextBoolean();
      GroupQuery asked = group.size(size);
      if (filtered) {
        try {
          asked = asked.filter(random.nextBoolean() ? change.filter() : "kind", "a");
        } catch (PagesException.InvalidParameter e) {
          // The filter is of the other definition.
          return;
        }
      }
      int number = 1 + random.nextInt(2);
      try {
        compare(keys(asked.page(number)), (number - 1) * size, size, filtered);
        if (!filtered) {
          compareAfter(keys(group.size(5).cursor(cursor)));
        }
      } catch (PagesException.NotReady e) {
        assertTrue(change.attribute() == null && !isServed, () -> change + ": " + e);
      } catch (PagesException.InvalidCursor e) {
        assertTrue(isOfAnotherDefinition(), () -> change + ": " + e);
      }
      answers++;
    }

    private void compare(List<String> keys, int from, int size, boolean filtered) {
      boolean owned = change.attribute() == null;
      isServed |= owned;
      String attribute = owned ? "at" : String.valueOf(change.attribute());
      List<String> before = part(ordered("at", filtered, false), from, size);
      List<String> after = part(ordered(attribute, filtered, owned), from, size);
      if (!keys.equals(before) || isServed) {
        assertEquals(after, keys, () -> "seed " + SEED + ", " + change);
        isServed |= !before.equals(after);
      }
    }

    private void compareAfter(List<String> keys) {
      assertEquals(part(ordered("at", false, false), 10, 5), keys, "the cursor's own order");
    }

    private static List<String> part(List<String> all, int from, int size) {
      return all.subList(Math.min(from, all.size()), Math.min(from + size, all.size()));
    }
  }

  private static List<String> keys(Page page) {
    List<String> keys = new ArrayList<>();
    page.items().forEach(item -> keys.add(String.valueOf(item.get("id").s())));
    return keys;
  }

  private Services services(IndexStore store, String definition) {
    Listings listings = Listings.parse(definition, Map.of());
    return new Services(listings, dynamo, state, store, InstantSource.system());
  }

  private Pages pages(IndexStore store, String definition) {
    Services services = services(store, definition);
    return Pages.of(
        new PagesServices(
            services.listings(),
            dynamo,
            state,
            services.suspects(),
            store.reader(),
            Optional.of(CURSOR_KEYS),
            hurried));
  }

  private RebuildRun rebuild(IndexStore store, String definition, ExecutorService threads) {
    Services services = services(store, definition);
    StreamedTable table = StreamedTable.describe(dynamo, "notes");
    Listing listing = services.listings().byName().firstEntry().getValue();
    RebuildSetup setup =
        new Wiring(services, "notes", table.stream()).rebuild(listing.definition(), threads);
    RebuildSettings settings = setup.settings();
    RebuildSetup hurried =
        setup.with(
            settings.waiting(
                settings.readerAgeMax().dividedBy(HURRY), settings.poll().dividedBy(HURRY)));
    Rebuild rebuild = new Rebuild(hurried, listing, table, "owner" + random.nextInt());
    return new RebuildRun(rebuild, threads, RebuildListener.NONE);
  }
}
