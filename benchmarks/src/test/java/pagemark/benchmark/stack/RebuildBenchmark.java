package pagemark.benchmark.stack;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import pagemark.benchmark.Benchmark;
import pagemark.benchmark.Effort;
import pagemark.benchmark.measure.Numbers;
import pagemark.benchmark.measure.Recorder;
import pagemark.benchmark.measure.Samples;
import pagemark.benchmark.measure.Turns;
import pagemark.benchmark.result.About;
import pagemark.benchmark.result.Figure;
import pagemark.benchmark.result.Table;
import pagemark.entry.Cell;
import pagemark.entry.Group;
import pagemark.function.Wiring;
import pagemark.index.GroupRef;
import pagemark.index.Inspector.GroupSize;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.rebuild.Rebuild;
import pagemark.rebuild.RebuildListener;
import pagemark.rebuild.RebuildSettings;
import pagemark.rebuild.RebuildSetup;
import pagemark.rebuild.StepEnd;
import pagemark.services.Services;
import pagemark.sync.StreamedTable;
import pagemark.table.TableScan;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// How fast an index is filled from a table that exists.
public final class RebuildBenchmark implements Benchmark {
  private static final int SEGMENTS = 4;
  private static final int GROUPS = 1_000;

  /// Rounds that do not count. In the first ones the JIT compiler takes more processor time than
  /// the rest of the rebuild's process; in a rebuild of minutes that is nothing.
  private static final int WARM_UP = 3;

  /// Makes an item of about 500 bytes.
  private static final String TEXT = "A text of a review. ".repeat(20);

  private static final String LISTING =
      """
      {"ratings": {"table": "ratings", "index": "byMovie", "group": {"attribute": "movie"},
        "sort": {"attribute": "timestamp", "type": "integer"}, "key": [{"attribute": "id"}],
        "attributes": "*"}}
      """;

  @Override
  public About about() {
    return new About(
        "rebuild",
        "Filling an index from a table",
        "Seconds of a rebuild's four segments over a table in DynamoDB Local, index in Redis; both"
            + " share the processors with it. Three rounds for the JIT compiler come before. The"
            + " begin and the end of a rebuild are not measured.",
        "a bare parallel scan of the same table, with the same consistent reads in as many"
            + " segments, that throws the items away",
        "the same");
  }

  @Override
  public void run(Effort effort, Recorder recorder) throws Exception {
    int items = effort.of(30_000, 200_000);
    recorder.setting("items", "%,d of about 500 bytes".formatted(items));
    recorder.setting("groups", "%,d".formatted(GROUPS));
    recorder.setting("segments", SEGMENTS);
    try (LoadedStack stack =
            LoadedStack.start(
                LoadedStack.Kind.REDIS,
                Listings.parse(LISTING, Map.of()),
                IntStream.range(0, items).mapToObj(RebuildBenchmark::item));
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      new Run(stack.services(), items, threads).measure(effort.of(5, 7), recorder);
    }
  }

  private static Map<String, AttributeValue> item(int number) {
    return Map.of(
        "id", fromS("user%06d:movie".formatted(number)),
        "movie", fromS("movie" + number % GROUPS),
        "rating", fromN(Integer.toString(number % 11)),
        "timestamp", fromN(Integer.toString(1_441_979_999 + number)),
        "text", fromS(TEXT));
  }

  /// One listing of the table.
  private static final class Run {
    private final Services services;
    private final Listing listing;
    private final int items;
    private final Executor threads;
    private final Samples scans = new Samples();
    private final Samples segments = new Samples();
    private final Samples ratios = new Samples();

    private Run(Services services, int items, Executor threads) {
      this.services = services;
      this.listing = services.listings().find("ratings").orElseThrow();
      this.items = items;
      this.threads = threads;
    }

    private void measure(int rounds, Recorder recorder) throws Exception {
      for (int round = -WARM_UP; round < rounds; round++) {
        double scan = Turns.millis(this::scan) / 1e3;
        double rebuild = rebuild();
        if (round >= 0) {
          scans.add(scan);
          segments.add(rebuild);
          ratios.add(scan / rebuild);
        }
      }
      record(recorder);
    }

    private void scan() {
      TableScan scan = TableScan.of(services.dynamo(), listing.definition());
      each(
          segment -> {
            Map<String, AttributeValue> after = Map.of();
            do {
              after = scan.read(segment, SEGMENTS, after).lastKey();
            } while (!after.isEmpty());
          });
    }

    /// The seconds of the segments.
    private double rebuild() throws Exception {
      StreamedTable table = StreamedTable.describe(services.dynamo(), listing.definition().table());
      RebuildSetup setup =
          new Wiring(services, table.name(), table.stream())
              .rebuild(listing.definition(), threads)
              .with(
                  new RebuildSettings(
                      RebuildSettings.DEFAULT.writerAgeMax(),
                      Duration.ZERO,
                      RebuildSettings.DEFAULT.lagMax(),
                      Duration.ZERO,
                      Duration.ofMillis(500),
                      RebuildSettings.DEFAULT.rowsPerCall()));
      Rebuild rebuild = new Rebuild(setup, listing, table, "benchmark");
      rebuild.begin(SEGMENTS, () -> true, RebuildListener.NONE);
      rebuild.awaitWriters(() -> true, RebuildListener.NONE);
      double filled = Turns.millis(() -> fill(rebuild));
      finish(rebuild);
      requireAll();
      return filled / 1e3;
    }

    private void fill(Rebuild rebuild) throws Exception {
      do {
        each(segment -> rebuild.segment(segment, () -> true, RebuildListener.NONE));
      } while (rebuild.turn() != StepEnd.DONE);
    }

    private static void finish(Rebuild rebuild) {
      if (rebuild.finish() != StepEnd.DONE) {
        throw new IllegalStateException("the rebuild did not come to its end");
      }
    }

    /// All items are in the index that serves now.
    private void requireAll() {
      String generation = services.state().serving("ratings").orElseThrow().id();
      List<GroupRef> groups =
          IntStream.range(0, GROUPS)
              .mapToObj(n -> new GroupRef(generation, "ratings", new Group("movie" + n)))
              .toList();
      long entries =
          services.index().inspector().sizes(groups, List.of(Cell.WHOLE)).stream()
              .mapToLong(GroupSize::all)
              .sum();
      if (entries != items) {
        throw new IllegalStateException("%d entries".formatted(entries));
      }
    }

    private void each(IntConsumer segment) {
      List<CompletableFuture<Void>> all =
          IntStream.range(0, SEGMENTS)
              .mapToObj(n -> CompletableFuture.runAsync(() -> segment.accept(n), threads))
              .toList();
      all.forEach(CompletableFuture::join);
    }

    private void record(Recorder recorder) {
      recorder.runs("bare scan", "s", scans);
      recorder.runs("segments", "s", segments);
      recorder.figure(
          "rebuild.to-scan",
          "items per second of a rebuild's segments, by those of a bare parallel scan",
          ratios.median(),
          Figure.atLeast(0.9));
      recorder.table(
          new Table(
              "rebuild.rates",
              "Items per second",
              List.of("Work", "seconds", "items a second", "to a bare scan"),
              List.of(row("bare scan (floor)", scans), row("segments of a rebuild", segments))));
    }

    private List<String> row(String name, Samples seconds) {
      return List.of(
          name,
          Numbers.text(seconds.median()),
          Numbers.text(items / seconds.median()),
          Numbers.ratio(scans.median() / seconds.median()));
    }
  }
}
