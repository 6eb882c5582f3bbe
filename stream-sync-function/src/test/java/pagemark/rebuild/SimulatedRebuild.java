package pagemark.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import pagemark.dynamodb.request.Calls;
import pagemark.dynamodb.request.Calls.ServerClock;
import pagemark.dynamodb.request.TableNames;
import pagemark.dynamodb.table.DynamoRuns;
import pagemark.dynamodb.table.GenerationTables;
import pagemark.dynamodb.table.TableSettings;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.index.ForwardingWriter;
import pagemark.index.GroupRef;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.PageIndexWriter;
import pagemark.index.rows.RowRuns;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.repair.IndexedTables;
import pagemark.state.InMemoryState;
import pagemark.state.rebuild.Rebuilds;
import pagemark.sync.StreamedTable;
import pagemark.table.TableScan;
import pagemark.tree.SimulatedProcess;
import pagemark.tree.node.NodeKey;
import pagemark.tree.request.RootScan;
import pagemark.tree.simulation.SimulatedItems;
import pagemark.tree.simulation.SimulatedNodes;
import pagemark.tree.simulation.TimedNodes;
import pagemark.tree.simulation.Timeline;
import pagemark.tree.simulation.TreeCheck;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The rebuild of a large table into an index in DynamoDB, in simulated time. It is the production
/// code down to single requests; a model of DynamoDB counts their capacity units.
///
/// A page of the scan has 1,000 rows and takes 150 ms. Nothing else writes, and nothing is
/// throttled.
final class SimulatedRebuild {
  private static final RebuildSettings REAL = RebuildSettings.DEFAULT;
  private static final int PAGE_ROWS = 1_000;
  private static final Duration PAGE = Duration.ofMillis(150);
  private static final Duration LONG = Duration.ofDays(30);
  private static final Instant START = Instant.parse("2026-11-22T00:00:00Z");
  private static final StreamedTable TABLE =
      new StreamedTable("comments", "arn:table", "arn:stream", null, 0, 0);
  private final int segments;
  private final SimulatedRows rows;
  private final Timeline timeline = new Timeline();
  private final InstantSource clock = () -> START.plusNanos(timeline.now());
  private final RunTable runTable = new RunTable(timeline);
  private final SimulatedNodes dynamo = new SimulatedNodes();
  private final InMemoryState state = new InMemoryState();
  private final InMemoryIndex markers = new InMemoryIndex(clock, IndexSettings.DEFAULT);
  private final Random random = new Random(20_261_122);
  private final Rebuild rebuild;

  /// What a rebuild took.
  ///
  /// @param treeWrites write units of the index
  /// @param runWrites write units of the sorted runs
  /// @param reads read units of both
  record Spent(
      int rows, double treeWrites, double runWrites, double reads, Duration time, int entries) {
    double writesPerRow() {
      return (treeWrites + runWrites) / rows;
    }

    @Override
    public String toString() {
      return "%,d rows: %.3f write units a row (index %.3f, runs %.3f), %.3f read units; %s"
          .formatted(
              rows,
              writesPerRow(),
              treeWrites / rows,
              runWrites / rows,
              reads / rows,
              time.truncatedTo(ChronoUnit.SECONDS));
    }
  }

  /// @param groups all rows are of so many groups
  /// @param batchBytes how much memory a segment may take to sort rows
  /// @param chunkBytes the size of a chunk of a run
  /// @param sorted whether rows are sorted, by way of runs if they do not fit into memory
  SimulatedRebuild(
      int rows, int groups, int segments, long batchBytes, int chunkBytes, boolean sorted) {
    this.segments = segments;
    this.rows = new SimulatedRows(rows, groups);
    dynamo.forgetVersions();
    TableNames names = new TableNames("index");
    Calls calls = new Calls(() -> runTable, new ServerClock());
    GenerationTables tables = new GenerationTables(calls, names, TableSettings.DEFAULT);
    PageIndexWriter writer =
        SimulatedProcess.writer(
            new TimedNodes(dynamo, timeline, random),
            (_, _) -> new RootScan.RootsPart(List.of(), RootScan.BEGIN),
            SimulatedItems.LIMITS,
            random,
            timeline::sleep,
            clock,
            Duration.ofHours(24),
            new DynamoRuns(calls, names, tables, batchBytes, chunkBytes));
    rebuild = rebuild(sorted ? writer : new Unsorted(writer));
  }

  private Rebuild rebuild(PageIndexWriter writer) {
    return new Rebuild(
        new RebuildSetup(
            IndexedTables.of(_ -> Map.of(), writer, markers, state, state, clock)
                .with(timeline::sleep),
            this::page,
            Rebuilds.of(state),
            TestSettings.waiting(REAL, REAL.readerAgeMax(), REAL.poll()),
            Runnable::run,
            IndexStore.Limits.none(0)),
        SimulatedRows.LISTING,
        TABLE,
        "owner");
  }

  private static final class Unsorted extends ForwardingWriter {
    Unsorted(PageIndexWriter writer) {
      super(writer);
    }

    @Override
    public Optional<RowRuns> rowRuns() {
      return Optional.empty();
    }
  }

  private TableScan.Page page(int segment, int of, Map<String, AttributeValue> after) {
    timeline.sleep(PAGE);
    long begin = (long) rows.rows() * segment / of;
    long end = (long) rows.rows() * (segment + 1) / of;
    AttributeValue last = after.get("n");
    long from = last == null ? begin : Long.parseLong(last.n());
    long to = Math.min(end, from + PAGE_ROWS);
    return new TableScan.Page(
        LongStream.range(from, to).mapToObj(rows::item).toList(),
        to == end ? Map.of() : Map.of("n", fromN("" + to)));
  }

  Spent run() {
    rebuild.begin(segments, () -> true, RebuildListener.NONE);
    dynamo.create(rebuild.generation());
    do {
      for (int segment = 0; segment < segments; segment++) {
        int number = segment;
        timeline.start(() -> rebuild.segment(number, () -> true, RebuildListener.NONE));
      }
      timeline.runUntil(LONG);
    } while (turned() != StepEnd.DONE);
    if (rebuild.finish() != StepEnd.DONE) {
      throw new AssertionError("the rebuild is not done");
    }
    assertComplete();
    return new Spent(
        rows.rows(),
        dynamo.cost().writeUnits(),
        runTable.writeUnits(),
        dynamo.cost().readUnits() + runTable.readUnits(),
        Duration.ofNanos(timeline.now()),
        entries().size());
  }

  /// The entries of all groups, each group in its order. Checks the counts of every level too.
  private List<Entry> entries() {
    List<NodeKey> roots =
        rows.names().stream()
            .map(group -> new GroupRef(rebuild.generation(), SimulatedRows.LISTING.name(), group))
            .map(NodeKey::root)
            .toList();
    return TreeCheck.entries(dynamo, roots);
  }

  /// Checks that the index has each row once, and counts it once, and that nothing else is left.
  private void assertComplete() {
    assertEquals(rows.entries(), entries());
    assertTrue(runTable.isEmpty(), "no runs are left");
    assertEquals(1, state.live(SimulatedRows.LISTING.name()).size());
    assertTrue(state.serving(SimulatedRows.LISTING.name()).isPresent());
  }

  private StepEnd turned() {
    List<StepEnd> end = new ArrayList<>();
    timeline.start(() -> end.add(rebuild.turn()));
    timeline.runUntil(LONG);
    return end.getFirst();
  }

  /// The rows of a [SimulatedRebuild]. Their order in the table says nothing of their order in a
  /// group. Keys have 16 bytes.
  ///
  /// @param groups all rows are of so many groups
  private record SimulatedRows(int rows, int groups) {
    static final Listing LISTING =
        Listings.parse(
                """
                { "comments": {
                    "table": "comments",
                    "group": { "attribute": "product" },
                    "sort":  { "attribute": "at", "type": "integer" },
                    "key":   [ { "attribute": "id" } ],
                    "attributes": "*" } }
                """,
                Map.of())
            .find("comments")
            .orElseThrow();

    Map<String, AttributeValue> item(long row) {
      SplittableRandom random = new SplittableRandom(row);
      return Map.of(
          "id", fromS("%016x".formatted(random.nextLong())),
          "product", fromS("shirt" + random.nextInt(groups)),
          "at", fromN("" + random.nextLong(1_000_000_000L)));
    }

    /// The groups that have rows.
    List<Group> names() {
      return LongStream.range(0, rows)
          .mapToObj(row -> LISTING.definition().indexable(item(row)))
          .flatMap(indexable -> ((Indexed) indexable).groups().stream())
          .distinct()
          .toList();
    }

    /// What an index must have: the entries of all groups, each group in its order.
    List<Entry> entries() {
      Map<Group, List<Entry>> byGroup = new HashMap<>();
      for (int row = 0; row < rows; row++) {
        Indexed indexed = (Indexed) LISTING.definition().indexable(item(row));
        for (Group group : indexed.groups()) {
          byGroup.computeIfAbsent(group, _ -> new ArrayList<>()).add(indexed.entry());
        }
      }
      return names().stream()
          .flatMap(
              group ->
                  byGroup.getOrDefault(group, List.of()).stream()
                      .sorted(Comparator.comparing(Entry::position)))
          .toList();
    }
  }
}
