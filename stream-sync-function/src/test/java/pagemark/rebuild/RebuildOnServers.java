package pagemark.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.index.IndexServer;
import pagemark.listing.Listing;
import pagemark.state.CachedGenerations;
import pagemark.state.Generation;
import pagemark.state.RebuildHeldException;
import pagemark.state.rebuild.RebuildCounts;
import pagemark.sync.IndexCheck;
import pagemark.sync.LocalServers;
import pagemark.sync.RandomTable;
import pagemark.sync.StreamReader;
import pagemark.sync.StreamSync;
import pagemark.sync.StreamedTable;
import pagemark.sync.SyncFixture;
import pagemark.sync.TableWrites;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Rebuilds on real servers while the stream's handler applies writes.
abstract class RebuildOnServers {
  private static final Listing LISTING = RandomTable.LISTINGS.find("comments").orElseThrow();
  private static final int HURRY = 10;
  private static final int BATCH = 500;

  private final int items;
  private final LocalServers servers;
  private final Random random = new Random(4);
  private ExecutorService threads;
  private StreamedTable table;

  /// @param items of the table
  RebuildOnServers(IndexServer server, int items) {
    this.items = items;
    servers = new LocalServers(server);
  }

  @BeforeEach
  final void load() {
    threads = Executors.newVirtualThreadPerTaskExecutor();
    table = servers.createTable();
    new TableWrites(servers.dynamo, table.name())
        .put(IntStream.range(0, items).mapToObj(this::item).toList());
  }

  @AfterEach
  final void stop() {
    threads.close();
    servers.close();
  }

  private Map<String, AttributeValue> item(int number) {
    Map<String, AttributeValue> item = new HashMap<>();
    item.put("PK", fromS("item" + number));
    item.put("PK2", fromS(RandomTable.GROUPS.get(random.nextInt(3))));
    item.put("SK", fromS("2024-05-%02d 00:00".formatted(1 + random.nextInt(28))));
    item.put("rating", fromN("" + (1 + random.nextInt(3))));
    if (number % 50 == 0) {
      item.put("SK", fromN("7"));
    }
    return item;
  }

  private Rebuild rebuild(String owner) {
    return new Rebuild(setup(), LISTING, table, owner);
  }

  private RebuildSetup setup() {
    RebuildSetup real =
        servers.wiring(RandomTable.LISTINGS, table).rebuild(LISTING.definition(), threads);
    return real.with(hurried(real.settings()));
  }

  /// Settings that wait a tenth as long for readers and writers of a retired generation, and for no
  /// first note.
  private static RebuildSettings hurried(RebuildSettings real) {
    return TestSettings.waiting(
        real, real.readerAgeMax().dividedBy(HURRY), real.poll().dividedBy(HURRY));
  }

  /// A fast clock for the cache of generations, so that entries expire as quickly as [#hurried]
  /// waits.
  private static InstantSource hurriedClock() {
    Instant begin = Instant.now();
    return () -> begin.plus(Duration.between(begin, Instant.now()).multipliedBy(HURRY));
  }

  private StreamSync consumer() {
    return SyncFixture.consumer(
        servers.wiring(RandomTable.LISTINGS, table).indexed(),
        new CachedGenerations(servers.state, hurriedClock()),
        RandomTable.LISTINGS,
        table.stream());
  }

  /// Writes and delivers until it is told to stop.
  private void traffic(StreamSync consumer, AtomicBoolean stop) {
    StreamReader stream = new StreamReader(servers.records(table));
    boolean last = false;
    while (!last) {
      last = stop.get();
      for (int i = 0; i < 20; i++) {
        String key = "item" + random.nextInt(items + 100);
        if (random.nextInt(5) == 0) {
          servers.dynamo.deleteItem(d -> d.tableName(table.name()).key(Map.of("PK", fromS(key))));
        } else {
          Map<String, AttributeValue> item = item(random.nextInt(items + 100));
          servers.dynamo.putItem(p -> p.tableName(table.name()).item(item));
        }
      }
      List<DynamodbStreamRecord> records = stream.more();
      for (int from = 0; from < records.size(); from += BATCH) {
        var batch = records.subList(from, Math.min(from + BATCH, records.size()));
        assertNull(SyncFixture.deliver(consumer, batch));
      }
    }
  }

  private void assertEqualsTable() {
    Generation serving = servers.state.serving(LISTING.name()).orElseThrow();
    List<Map<String, AttributeValue>> rows = new ArrayList<>();
    servers
        .dynamo
        .scanPaginator(s -> s.tableName(table.name()).consistentRead(true))
        .items()
        .forEach(rows::add);
    new IndexCheck(servers.index.inspector())
        .assertHolds(serving, RandomTable.GROUPS, rows, "at the end");
    assertEquals(List.of(serving), servers.state.live(LISTING.name()));
    assertEquals(List.of(), servers.state.retired(LISTING.name()));
  }

  /// In the middle all slots lose their markers, so the generation is given up for a new one.
  @Test
  final void indexEqualsTheTableAfterARebuildBesideWritesAndThroughALoss() throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    AtomicInteger rounds = new AtomicInteger(1);
    StreamSync consumer = consumer();
    Future<?> traffic = threads.submit(() -> traffic(consumer, stop));
    RebuildListener flushing =
        new RebuildListener() {
          private boolean flushed;

          @Override
          public void gaveUp(String why) {}

          @Override
          public void resumed(RebuildCounts before) {}

          @Override
          public void waitingFor(int writers) {}

          @Override
          public synchronized void moved(RebuildCounts more) {
            if (!flushed && more.items() > 0) {
              flushed = true;
              servers
                  .state
                  .live(LISTING.name())
                  .forEach(generation -> servers.index.markers().drop(generation.id()));
            }
          }

          @Override
          public void beganAnew(int round) {
            rounds.set(round);
          }
        };
    RebuildRun.Result result = new RebuildRun(rebuild("a"), threads, flushing).run(3, () -> true);
    stop.set(true);
    traffic.get();

    assertTrue(result.done());
    assertEquals(2, rounds.get());
    assertTrue(result.counts().items() > items / 2, result::toString);
    assertEqualsTable();
  }

  @Test
  final void resumesWhereAnotherWasStoppedAndHasOneOwner() {
    AtomicInteger pages = new AtomicInteger(1);
    var paused =
        new RebuildRun(rebuild("a"), threads, RebuildListener.NONE)
            .run(2, () -> pages.getAndDecrement() > 0);
    assertEquals(false, paused.done());
    assertTrue(paused.counts().items() > 0, paused::toString);
    assertThrows(
        RebuildHeldException.class, () -> rebuild("b").begin(2, () -> true, RebuildListener.NONE));

    var resumed = new RebuildRun(rebuild("a"), threads, RebuildListener.NONE).run(2, () -> true);
    assertEquals(true, resumed.done());
    assertEquals(items, resumed.counts().items());
    assertEquals(items / 50, servers.state.count(LISTING.name(), items), "poison is quarantined");
    assertEqualsTable();
  }
}
