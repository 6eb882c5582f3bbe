package pagemark.runtime;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import pagemark.cli.ForeignTables;
import pagemark.embedded.DynamoDbLocal;
import pagemark.function.Wiring;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.local.data.LocalDatabase;
import pagemark.pages.Pages;
import pagemark.pages.PagesServices;
import pagemark.pages.cursor.CursorKeys;
import pagemark.pages.result.Page;
import pagemark.rebuild.Rebuild;
import pagemark.rebuild.RebuildListener;
import pagemark.rebuild.RebuildRun;
import pagemark.rebuild.RebuildSettings;
import pagemark.rebuild.RebuildSetup;
import pagemark.services.Services;
import pagemark.state.DatabasePool;
import pagemark.state.StateTable;
import pagemark.sync.StreamedTable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The table `notes` with a GSI by user, its state table, and code that was deployed with any
/// listings and any index: pages and rebuilds.
final class DeployedNotes implements AutoCloseable {
  static final String TABLE = "notes";

  /// The pauses of a rebuild, which waits for readers and writers that keep what they know.
  private static final int HURRY = 10;

  private static final CursorKeys CURSOR_KEYS = CursorKeys.random();

  private final Instant begin = Instant.now();

  /// Readers keep what they know as much shorter.
  private final InstantSource hurried =
      () -> begin.plus(Duration.between(begin, Instant.now()).multipliedBy(HURRY));

  private final DynamoDbLocal server = DatabasePool.borrow();
  private final Random random = new Random();
  final DynamoDbClient dynamo = LocalDatabase.client(server.endpoint());
  final StateTable state = new StateTable(dynamo, "pagemark-state");
  final ExecutorService threads = Executors.newCachedThreadPool();

  DeployedNotes(List<Map<String, AttributeValue>> items) {
    dynamo.createTable(StateTable.creation(state.name()));
    ForeignTables.create(dynamo, TABLE, true, "id S", Map.of("byUser", "user S, at N"));
    items.forEach(item -> dynamo.putItem(p -> p.tableName(TABLE).item(item)));
  }

  /// An index in DynamoDB without tables yet.
  IndexStore tables() {
    return IndexStores.open("dynamodb:notes?endpoint=" + server.endpoint(), IndexSettings.DEFAULT);
  }

  Services services(IndexStore store, String definition) {
    Listings listings = Listings.parse(definition, Map.of());
    return new Services(listings, dynamo, state, store, InstantSource.system());
  }

  StreamedTable table() {
    return StreamedTable.describe(dynamo, TABLE);
  }

  /// The pages of a new process.
  Pages pages(IndexStore store, String definition) {
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

  /// A rebuild by a new process. Nobody has noted that they follow the stream.
  boolean rebuild(IndexStore store, String definition) {
    Services services = services(store, definition);
    Listing listing = services.listings().byName().firstEntry().getValue();
    RebuildSetup setup =
        new Wiring(services, TABLE, table().stream()).rebuild(listing.definition(), threads);
    RebuildSettings settings = setup.settings();
    RebuildSetup quick =
        setup.with(
            new RebuildSettings(
                settings.writerAgeMax(),
                Duration.ZERO,
                settings.lagMax(),
                settings.readerAgeMax().dividedBy(HURRY),
                settings.poll().dividedBy(HURRY),
                settings.rowsPerCall()));
    Rebuild rebuild = new Rebuild(quick, listing, table(), "owner" + random.nextInt());
    return new RebuildRun(rebuild, threads, RebuildListener.NONE).run(2, () -> true).done();
  }

  static List<String> keys(Page page) {
    List<String> keys = new ArrayList<>();
    page.items().forEach(item -> keys.add(requireNonNull(item.get("id")).s()));
    return keys;
  }

  static String cursor(Page page) {
    return page.ends().after().orElseThrow().text();
  }

  @Override
  public void close() {
    threads.close();
    dynamo.close();
    server.close();
  }
}
