package pagemark.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.Markers;
import pagemark.index.PageIndexWriter;
import pagemark.index.WatchedPort;
import pagemark.index.rows.RowRuns;
import pagemark.listing.Listing;
import pagemark.repair.IndexedTable;
import pagemark.repair.IndexedTable.Freshness;
import pagemark.state.Generation;
import pagemark.state.Generations;
import pagemark.state.rebuild.Rebuilds;
import pagemark.state.writer.Writers;
import pagemark.sync.IndexCheck;
import pagemark.sync.RandomTable;
import pagemark.sync.StreamedTable;
import pagemark.sync.SyncFixture;
import pagemark.sync.TableModel;
import pagemark.table.TableItems;
import pagemark.table.TableScan;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A table, its index in memory, and rebuilds that can be stopped at any I/O.
final class RebuildWorld {
  /// The process is killed. No production code catches this.
  static final class Killed extends Error {}

  private static final int TURNS_MAX = 20;

  static final Listing LISTING = RandomTable.LISTINGS.find("comments").orElseThrow();
  static final StreamedTable TABLE =
      new StreamedTable(TableModel.NAME, "arn:table", TableModel.STREAM, null, 0, 0);

  Instant now = Instant.parse("2026-11-21T00:00:00Z");
  final InstantSource clock = () -> now;

  /// The difference between the clock of the rebuild's machine and the store's.
  Duration machinesBehind = Duration.ZERO;

  final InMemoryIndex index;
  final SyncFixture fixture;
  final Rebuilds rebuilds;

  RebuildSettings settings = RebuildSettings.DEFAULT;

  /// What others do whenever a rebuild waits.
  Runnable whileWaiting = () -> {};

  /// The scan of rebuilds; segment 0 has all items on one page, unless a test replaces it.
  TableScan scan = this::onePage;

  RebuildWorld() {
    this(false);
  }

  private RebuildWorld(boolean byPlace) {
    index =
        byPlace
            ? InMemoryIndex.byPlace(clock, IndexSettings.DEFAULT)
            : new InMemoryIndex(clock, IndexSettings.DEFAULT);
    fixture = new SyncFixture(index, RandomTable.LISTINGS, TableModel.STREAM, clock);
    rebuilds = Rebuilds.of(fixture.state);
  }

  /// An index that keeps fences by place, and sorts the rows of rebuilds.
  static RebuildWorld byPlace() {
    return new RebuildWorld(true);
  }

  DynamodbStreamRecord put(String key, String day) {
    return dated(
        fixture.table.put(
            Map.of(
                "PK", fromS(key),
                "PK2", fromS("A"),
                "SK", fromS("2024-05-0" + day + " 00:00"),
                "likes", fromN(day))));
  }

  DynamodbStreamRecord remove(String key) {
    return dated(fixture.table.remove(key));
  }

  private DynamodbStreamRecord dated(DynamodbStreamRecord record) {
    record.getDynamodb().setApproximateCreationDateTime(Date.from(now));
    return record;
  }

  /// @param happening gets the name of each call of a port, before the call
  Rebuild watched(String owner, Consumer<String> happening) {
    return new Rebuild(setup(happening), LISTING, TABLE, owner);
  }

  Rebuild rebuild(String owner) {
    return new Rebuild(setup(scan, writer -> writer), LISTING, TABLE, owner);
  }

  /// A rebuild with one segment, once it has begun.
  Rebuild begun(String owner) {
    return begun(rebuild(owner));
  }

  static Rebuild begun(Rebuild rebuild) {
    rebuild.begin(1, () -> true, RebuildListener.NONE);
    return rebuild;
  }

  /// @param writer wraps the index for the rebuild
  Rebuild rebuild(String owner, UnaryOperator<PageIndexWriter> writer) {
    return new Rebuild(setup(scan, writer), LISTING, TABLE, owner);
  }

  /// A setup whose calls nobody watches.
  RebuildSetup setup(TableScan scan, UnaryOperator<PageIndexWriter> writer) {
    return new RebuildSetup(
        fixture.indexed(writer).with(this::pass),
        scan,
        rebuilds,
        settings,
        Runnable::run,
        IndexStore.Limits.none(0));
  }

  RebuildSetup setup(Consumer<String> happening) {
    return new RebuildSetup(
        new IndexedTable(
            watched(TableItems.class, fixture.indexed(w -> w).items(), happening),
            watched(PageIndexWriter.class, index, happening),
            watched(Markers.class, index, happening),
            watched(Generations.class, fixture.state, happening),
            watched(Writers.class, fixture.writers, happening),
            fixture.state,
            Freshness.DEFAULT,
            () -> now.minus(machinesBehind),
            this::pass),
        watched(TableScan.class, scan, happening),
        watched(Rebuilds.class, rebuilds, happening),
        settings,
        Runnable::run,
        IndexStore.Limits.none(0));
  }

  private void pass(Duration time) {
    now = now.plus(time);
    whileWaiting.run();
  }

  private TableScan.Page onePage(int segment, int segments, Map<String, AttributeValue> after) {
    return new TableScan.Page(
        segment == 0 ? List.copyOf(fixture.table.items()) : List.of(), Map.of());
  }

  private static <T> T watched(Class<T> port, T real, Consumer<String> happening) {
    return WatchedPort.of(
        port,
        real,
        (method, _, call) -> {
          happening.accept(port.getSimpleName() + "." + method);
          Object answer = call.answer();
          return answer instanceof Optional<?> some && some.orElse(null) instanceof RowRuns runs
              ? Optional.of(watched(RowRuns.class, runs, happening))
              : answer;
        });
  }

  static Consumer<String> killedAt(String call) {
    return made -> {
      if (made.equals(call)) {
        throw new Killed();
      }
    };
  }

  static RebuildRun.Result run(Rebuild rebuild) {
    return new RebuildRun(rebuild, Runnable::run, RebuildListener.NONE).run(2, () -> true);
  }

  /// Reads and merges what is left, and lets the generation serve.
  static void end(Rebuild rebuild) {
    int turns = 0;
    do {
      for (int segment = 0; segment < rebuild.progress().size(); segment++) {
        StepEnd end = rebuild.segment(segment, () -> true, RebuildListener.NONE);
        assertTrue(end == StepEnd.DONE || end == StepEnd.WAITING, "" + end);
      }
      assertTrue(turns++ < TURNS_MAX, "it does not end");
    } while (rebuild.turn() != StepEnd.DONE);
    assertEquals(StepEnd.DONE, rebuild.finish());
  }

  Generation serving() {
    return fixture.state.serving("comments").orElseThrow();
  }

  /// Checks that the serving index agrees with the table.
  void assertIndexed() {
    new IndexCheck(index)
        .assertHolds(serving(), RandomTable.GROUPS, fixture.table.items(), "at the end");
  }

  /// Checks that the index agrees with the table, and that nothing is left of other generations.
  void assertEqualsTable(String message) {
    Generation serving = serving();
    assertEquals(LISTING.definition().json(), serving.definition().json(), message);
    new IndexCheck(index).assertHolds(serving, RandomTable.GROUPS, fixture.table.items(), message);
    assertEquals(List.of(serving), fixture.state.live(LISTING.name()), message);
    assertEquals(List.of(), fixture.state.retired(LISTING.name()), message);
    assertEquals(Map.of(Markers.State.READY, index.slots()), index.count(serving.id()), message);
    IndexCheck.assertQuarantined(fixture.state, serving, fixture.table.items(), message);
  }
}
