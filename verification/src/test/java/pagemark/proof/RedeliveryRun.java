package pagemark.proof;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import pagemark.audit.Audit;
import pagemark.audit.Audit.AuditSetup;
import pagemark.audit.AuditResult;
import pagemark.audit.AuditSettings;
import pagemark.function.StreamSyncHandler;
import pagemark.function.Wiring;
import pagemark.listing.Listing;
import pagemark.local.data.LocalAccess;
import pagemark.local.lambda.FunctionSettings;
import pagemark.local.lambda.LocalFunction;
import pagemark.local.pump.Redelivery;
import pagemark.rebuild.Rebuild;
import pagemark.rebuild.RebuildListener;
import pagemark.rebuild.RebuildRun;
import pagemark.rebuild.RebuildSetup;
import pagemark.repair.Sleeper;
import pagemark.services.Services;
import pagemark.state.Generation;
import pagemark.sync.StreamSync;
import pagemark.sync.StreamedTable;
import pagemark.watch.EventSink;
import pagemark.watch.SignedCalls;
import pagemark.watch.SignedStream;
import pagemark.watch.WatchedStream;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/// Writes whose records are delivered three times, twice of them out of order, while the indexes of
/// all listings but the last two are rebuilt side by side, again and again.
///
/// A generation that was just born settles its records by reading the table. The last listings keep
/// their first ones, so that there the fences decide which record is newer.
///
/// @param seed of the order
record RedeliveryRun(ProofStack stack, long seed) {
  private static final int KEPT = 2;
  private static final int SEGMENTS = 4;
  private static final int PARTS = 40;
  private static final Duration PAUSE = Duration.ofMillis(150);

  /// @param redelivered records, beside their first delivery
  /// @param rebuilds that came to their end while there were writes
  /// @param audits of each listing, when all was quiet
  record Figures(long redelivered, int rebuilds, List<AuditResult> audits) {}

  Figures run(List<Write> writes) throws InterruptedException {
    Services services = stack.services();
    StreamedTable table = StreamedTable.describe(services.dynamo(), stack.tableName());
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Wiring wiring = new Wiring(services, table.name(), table.stream());
      StreamSync second = wiring.sync(null);
      EventSink sink = new EventSink(function(services, second)::call);
      Redelivery again = Redelivery.start(stream(table), sink, new Random(seed));
      CompletableFuture<Void> rebuilt = new CompletableFuture<>();
      CompletableFuture<Void> written =
          CompletableFuture.runAsync(() -> write(writes, rebuilt), threads);
      CompletableFuture<Void> quiet = new CompletableFuture<>();
      threads.execute(() -> pulse(second, quiet));
      List<Listing> all = List.copyOf(services.listings().byName().values());
      assertTrue(all.size() > KEPT, "some listings are rebuilt, others are not");
      AtomicInteger rebuilds = new AtomicInteger();
      do {
        CompletableFuture.allOf(
                all.subList(0, all.size() - KEPT).stream()
                    .map(
                        listing ->
                            CompletableFuture.runAsync(
                                () -> {
                                  rebuild(wiring, listing, table, threads);
                                  rebuilds.addAndGet(written.isDone() ? 0 : 1);
                                },
                                threads))
                    .toArray(CompletableFuture[]::new))
            .whenComplete((_, _) -> rebuilt.complete(null))
            .join();
      } while (!written.isDone());
      written.join();
      long redelivered = again.finish();
      quiet.complete(null);
      stack.await();
      return new Figures(redelivered, rebuilds.get(), audits(wiring));
    }
  }

  /// Without these notes, a rebuild would wait until the function may be considered gone.
  private static void pulse(StreamSync second, CompletableFuture<Void> end) {
    while (!end.isDone()) {
      second.note(Optional.of(Instant.now()));
      Sleeper.THREAD.sleep(Duration.ofMillis(500));
    }
  }

  /// Writes in parts with pauses, so that few writes last as long as a rebuild. The last quarter
  /// comes after the end of a rebuild.
  private void write(List<Write> writes, CompletableFuture<Void> rebuilt) {
    TableWriter writer = new TableWriter(stack.services().dynamo(), stack.tableName());
    for (int part = 0; part < PARTS; part++) {
      if (part == PARTS * 3 / 4) {
        rebuilt.join();
      }
      writer.write(
          writes.subList(part * writes.size() / PARTS, (part + 1) * writes.size() / PARTS));
      Sleeper.THREAD.sleep(PAUSE);
    }
  }

  private WatchedStream stream(StreamedTable table) {
    SignedCalls calls =
        new SignedCalls(
            UrlConnectionHttpClient.create(), LocalAccess.CREDENTIALS, LocalAccess.REGION.id());
    return new SignedStream(calls, stack.dynamodb(), table.stream());
  }

  /// A second stream function, for the case that an invocation still runs while its batch is given
  /// to another.
  private static LocalFunction<DynamodbEvent, StreamsEventResponse> function(
      Services services, StreamSync second) {
    return LocalFunction.of(
        new StreamSyncHandler(second, services.keyHashes(), services.clock()),
        DynamodbEvent.class,
        StreamsEventResponse.class,
        new FunctionSettings("stream-sync-2", Duration.ofSeconds(60), line -> {}));
  }

  private static void rebuild(
      Wiring wiring, Listing listing, StreamedTable table, ExecutorService threads) {
    RebuildSetup setup = wiring.rebuild(listing.definition(), threads);
    Rebuild rebuild = new Rebuild(setup, listing, table, "proof");
    new RebuildRun(rebuild, threads, RebuildListener.NONE).run(SEGMENTS, () -> true);
  }

  private static List<AuditResult> audits(Wiring wiring) {
    Services services = wiring.services();
    List<AuditResult> audits = new ArrayList<>();
    for (String listing : services.listings().byName().keySet()) {
      Generation serving = Audit.serving(services.state(), listing, wiring.stream());
      AuditSetup setup = wiring.audit(serving);
      audits.add(new Audit(setup, AuditSettings.DEFAULT).run(serving));
    }
    return audits;
  }
}
