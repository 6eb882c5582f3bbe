package pagemark.proof;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import pagemark.listing.Listing;
import pagemark.local.sample.ItemLoader;
import pagemark.rebuild.Rebuild;
import pagemark.rebuild.RebuildHandler;
import pagemark.rebuild.RebuildListener;
import pagemark.rebuild.RebuildSetup;
import pagemark.services.Services;
import pagemark.sync.StreamedTable;
import pagemark.table.ConsistentScan;
import pagemark.table.TableScan;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// How fast a rebuild reads and applies a table, against a bare parallel scan of the same table
/// with the same reads, in turn within one run. DynamoDB Local and Redis share the processors with
/// both.
///
/// Run by `mvn -Pproof -Dproof=pagemark.proof.RebuildProof`.
public final class RebuildProof {
  private static final int ITEMS = 100_000;
  private static final int GROUPS = 1_000;
  private static final int SEGMENTS = 4;
  private static final int ROUNDS = 5;

  private RebuildProof() {}

  public static void main(String[] args) throws InterruptedException {
    try (ProofStack stack = ProofStack.start(RatingTables.BY_ID);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Services services = stack.services();
      new ItemLoader(services.dynamo(), stack.tableName(), SEGMENTS, TableWriter::pause)
          .load(IntStream.range(0, ITEMS).mapToObj(RebuildProof::rating));
      stack.await();
      for (int round = 0; round < ROUNDS; round++) {
        double scan = scan(services, threads);
        double rebuild = rebuild(services, threads);
        System.out.printf(
            "%,d items: scan %.2f s (%,.0f/s), rebuild %.2f s (%,.0f/s), ratio %.2f%n",
            ITEMS, scan, ITEMS / scan, rebuild, ITEMS / rebuild, scan / rebuild);
      }
    }
    System.exit(0);
  }

  private static Map<String, AttributeValue> rating(int number) {
    return Map.of(
        "id", fromS("user%06d:movie".formatted(number)),
        "user", fromS("user" + number),
        "movie", fromS("movie" + number % GROUPS),
        "rating", fromN(Integer.toString(number % 11)),
        "timestamp", fromN(Integer.toString(1_441_979_999 + number)));
  }

  private static Listing listing(Services services) {
    return services.listings().find("ratings").orElseThrow();
  }

  private static double scan(Services services, Executor threads) {
    TableScan scan = ConsistentScan.of(services.dynamo(), listing(services).definition());
    return seconds(
        threads,
        segment -> {
          Map<String, AttributeValue> after = Map.of();
          do {
            after = scan.read(segment, SEGMENTS, after).lastKey();
          } while (!after.isEmpty());
        });
  }

  /// Of the segments alone.
  private static double rebuild(Services services, Executor threads) {
    Listing listing = listing(services);
    StreamedTable table = StreamedTable.describe(services.dynamo(), listing.definition().table());
    RebuildSetup setup = RebuildHandler.setup(services, listing.definition(), threads);
    Rebuild rebuild = new Rebuild(setup, listing, table, "proof");
    rebuild.begin(SEGMENTS);
    rebuild.awaitWriters(() -> true, RebuildListener.NONE);
    double seconds =
        seconds(threads, segment -> rebuild.segment(segment, () -> true, RebuildListener.NONE));
    if (rebuild.finish() != Rebuild.StepEnd.DONE) {
      throw new IllegalStateException("the rebuild did not come to its end");
    }
    return seconds;
  }

  private static double seconds(Executor threads, IntConsumer segment) {
    long begin = System.nanoTime();
    List<CompletableFuture<Void>> all =
        IntStream.range(0, SEGMENTS)
            .mapToObj(n -> CompletableFuture.runAsync(() -> segment.accept(n), threads))
            .toList();
    all.forEach(CompletableFuture::join);
    return ProofStack.secondsSince(begin);
  }
}
