package pagemark.function;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import pagemark.audit.Audit;
import pagemark.audit.Audit.AuditSetup;
import pagemark.audit.Stats;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.Markers;
import pagemark.listing.IndexDefinition;
import pagemark.rebuild.RebuildSettings;
import pagemark.rebuild.RebuildSetup;
import pagemark.repair.BacklogRepair;
import pagemark.repair.ExpirySweep;
import pagemark.repair.IndexedTable;
import pagemark.repair.IndexedTable.Freshness;
import pagemark.repair.LeftData;
import pagemark.repair.Sleeper;
import pagemark.services.Services;
import pagemark.state.Generation;
import pagemark.state.rebuild.NamedGenerations;
import pagemark.sync.StreamSync;
import pagemark.sync.StreamedTable;
import pagemark.table.TableItems.ConsistentItems;
import pagemark.table.TableScan;
import pagemark.watch.EventSink;
import pagemark.watch.WatchedStream;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// Makes everything that keeps a table's index equal to it, from the services. The functions, the
/// commands and the local stack all use it, so they run the same code.
///
/// @param table the name of the followed table
/// @param stream the ARN of its stream
public record Wiring(Services services, String table, String stream) {
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);

  /// The wiring of a deployed function.
  ///
  /// @param environment the variables of [Services#of], `TABLE_NAME` and `STREAM_ARN`
  /// @throws IllegalArgumentException if a variable is missing, or no listing names the table
  /// @throws pagemark.listing.json.InvalidListingsException naming every mistake of the listings
  static Wiring of(Map<String, String> environment) {
    Services services = Services.of(environment, dynamo(), IndexSettings.DEFAULT);
    String table = Services.required(environment, "TABLE_NAME");
    services.listings().requireOf(table);
    return new Wiring(services, table, Services.required(environment, "STREAM_ARN"));
  }

  /// The client of a deployed function.
  static DynamoDbClient dynamo() {
    return DynamoDbClient.builder()
        .httpClient(UrlConnectionHttpClient.create())
        .overrideConfiguration(o -> o.apiCallTimeout(CALL_TIMEOUT))
        .build();
  }

  /// The table and its index.
  public IndexedTable indexed() {
    return new IndexedTable(
        new ConsistentItems(services.dynamo(), table),
        services.index().writer(),
        services.index().markers(),
        services.state(),
        services.writers(),
        services.state(),
        Freshness.DEFAULT,
        services.clock(),
        Sleeper.THREAD);
  }

  /// The part that applies the records of the stream to the index.
  ///
  /// @param described describes the table, to suspend generations of streams that it no longer has;
  ///   null to suspend none
  /// @throws IllegalArgumentException if no listing names the table
  public StreamSync sync(@Nullable Supplier<StreamedTable> described) {
    return new StreamSync(indexed(), services.listings().requireOf(table), stream, described);
  }

  StreamedTable described() {
    return StreamedTable.describe(services.dynamo(), table);
  }

  /// What the rebuild of a listing works with.
  ///
  /// @param definition names the attributes that the scan reads
  /// @param readAhead reads the next page of a segment while the present one is written
  public RebuildSetup rebuild(IndexDefinition definition, Executor readAhead) {
    return new RebuildSetup(
        indexed(),
        TableScan.of(services.dynamo(), definition),
        services.rebuilds(),
        RebuildSettings.DEFAULT,
        readAhead,
        services.index().limits(definition.cells().size()));
  }

  /// What the audit of a generation works with.
  public AuditSetup audit(Generation generation) {
    return new AuditSetup(
        indexed(),
        services.index().inspector(),
        TableScan.of(services.dynamo(), generation.definition()),
        new Random());
  }

  /// Measures the index that serves a listing. Reads the size of every group.
  ///
  /// @throws pagemark.audit.AuditException if there is no index that follows the stream
  public Stats.Report stats(String listing) {
    Generation serving = Audit.serving(services.state(), listing, stream);
    Markers markers = services.index().markers();
    Instant now = services.clock().instant();
    return new Stats.Report(
        serving,
        Stats.of(serving, services.index().inspector()),
        markers.count(serving.id()),
        markers.slots(),
        markers.dangers(),
        services.state().count(listing, Stats.Report.QUARANTINED_MAX + 1),
        services.writers().lagMillis(stream, now),
        now);
  }

  /// The repair of what is kept for later about the table's items.
  public BacklogRepair backlog() {
    return new BacklogRepair(indexed());
  }

  /// The steps of the scheduled repair.
  ///
  /// @param alone whether nobody else has generations in the same index, so that what is not known
  ///   here can be removed
  RepairHandler.Steps repair(boolean alone) {
    IndexedTable indexed = indexed();
    return new RepairHandler.Steps(
        indexed,
        new ExpirySweep(indexed, services.index().reader(), services.listings().of(table)),
        alone ? leftData() : null);
  }

  private @Nullable LeftData leftData() {
    NamedGenerations.Reading named =
        new NamedGenerations.Reading(services.state(), services.clock());
    IndexStore index = services.index();
    return index
        .markers()
        .storedData()
        .map(stored -> new LeftData(stored, named::goOn, index.writer()::time))
        .orElse(null);
  }

  /// The watch of the stream.
  ///
  /// @param records those of the stream
  /// @param sink takes records that are delivered again
  public StreamWatchHandler watch(WatchedStream records, EventSink sink) {
    return new StreamWatchHandler(
        services.listings(),
        services.dynamo(),
        services.state(),
        table,
        stream,
        records,
        sink,
        services.clock());
  }
}
