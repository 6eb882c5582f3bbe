package pagemark.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import pagemark.entry.Position;
import pagemark.index.Extent;
import pagemark.index.GroupDump;
import pagemark.index.GroupRef;
import pagemark.index.IndexServer;
import pagemark.index.TakesLong;
import pagemark.key.PositionCodec;
import pagemark.listing.RandomListing;
import pagemark.state.CachedGenerations;
import pagemark.state.Generation;
import pagemark.state.rebuild.RebuildCounts;
import pagemark.sync.AnyStore;
import pagemark.sync.LocalServers;
import pagemark.sync.StreamReader;
import pagemark.sync.StreamSync;
import pagemark.sync.StreamedTable;
import pagemark.sync.SyncFixture;
import pagemark.sync.TableWrites;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Rebuilds random listings beside random writes whose records are delivered again and again. In
/// every second run all slots lose their markers in the middle, so the generation is given up for a
/// new one. At the end each list has what plain code says, in its order.
@TakesLong(value = 15, nightly = 180)
final class AnyListingIT {
  private static final long SEED = 20_261_126;
  private static final int LISTINGS = Extent.of(2, 12);
  private static final int ITEMS = 150;
  private static final int WRITES = 60;
  private static final int BATCH = 20;
  private static final int HURRY = 10;

  @ParameterizedTest
  @MethodSource("pagemark.sync.AnyStore#ofThisBuild")
  void listsWhatPlainCodeSays(AnyStore store) throws Exception {
    IndexServer server = store.server();
    for (int i = 0; i < LISTINGS; i++) {
      long seed = SEED * 31 + i;
      try (LocalServers servers = new LocalServers(server)) {
        new Run(servers, seed, i % 2 == 1).check();
      }
    }
  }

  private static final class Run {
    private final LocalServers servers;
    private final Random random;
    private final RandomListing listing;
    private final StreamedTable table;
    private final String name;
    private final List<DynamodbStreamRecord> delivered = new ArrayList<>();
    private final AtomicInteger rounds = new AtomicInteger(1);
    private final AtomicBoolean toLose;

    Run(LocalServers servers, long seed, boolean isLost) {
      this.servers = servers;
      this.toLose = new AtomicBoolean(isLost);
      this.random = new Random(seed * 0x9E3779B97F4A7C15L);
      this.listing = new RandomListing(random);
      this.table = servers.createTable();
      this.name = "seed %d: %s".formatted(seed, listing);
    }

    void check() throws Exception {
      boolean isLost = toLose.get();
      new TableWrites(servers.dynamo, table.name())
          .put(
              IntStream.range(0, ITEMS)
                  .mapToObj(i -> RandomListing.item("item" + i, random))
                  .toList());
      StreamReader stream = new StreamReader(servers.records(table));
      StreamSync consumer = consumer();
      try (ExecutorService threads = Executors.newCachedThreadPool()) {
        RebuildSetup real =
            servers
                .wiring(listing.listings(), table)
                .rebuild(listing.listing().definition(), threads);
        RebuildSettings settings = real.settings();
        Rebuild rebuild =
            new Rebuild(
                real.with(
                    TestSettings.waiting(
                        settings,
                        settings.readerAgeMax().dividedBy(HURRY),
                        settings.poll().dividedBy(HURRY))),
                listing.listing(),
                table,
                "a");
        Future<RebuildRun.Result> rebuilt =
            threads.submit(() -> new RebuildRun(rebuild, threads, losing()).run(2, () -> true));
        do {
          write();
          deliver(consumer, stream.more());
        } while (!rebuilt.isDone());
        assertTrue(rebuilt.get().done(), name);
        assertEquals(isLost ? 2 : 1, rounds.get(), name);
      }
      write();
      deliver(consumer, stream.more());
      compare();
    }

    private RebuildListener losing() {
      return new RebuildListener() {
        @Override
        public void moved(RebuildCounts more) {
          if (toLose.getAndSet(false)) {
            servers
                .state
                .live("things")
                .forEach(generation -> servers.index.markers().drop(generation.id()));
          }
        }

        @Override
        public void beganAnew(int round) {
          rounds.set(round);
        }
      };
    }

    private StreamSync consumer() {
      Instant begin = Instant.now();
      InstantSource hurried =
          () -> begin.plus(Duration.between(begin, Instant.now()).multipliedBy(HURRY));
      return SyncFixture.consumer(
          servers.wiring(listing.listings(), table).indexed(),
          new CachedGenerations(servers.state, hurried),
          listing.listings(),
          table.stream());
    }

    private void write() {
      for (int i = 0; i < WRITES; i++) {
        String key = "item" + random.nextInt(ITEMS + 30);
        if (random.nextInt(6) == 0) {
          servers.dynamo.deleteItem(d -> d.tableName(table.name()).key(Map.of("PK", fromS(key))));
        } else {
          Map<String, AttributeValue> item = RandomListing.item(key, random);
          servers.dynamo.putItem(p -> p.tableName(table.name()).item(item));
        }
      }
    }

    /// Delivers records in batches. A third of them comes again, with some that came before.
    private void deliver(StreamSync consumer, List<DynamodbStreamRecord> records) {
      for (int from = 0; from < records.size(); from += BATCH) {
        List<DynamodbStreamRecord> batch =
            records.subList(from, Math.min(from + BATCH, records.size()));
        assertNull(SyncFixture.deliver(consumer, batch), name);
        delivered.addAll(batch);
        if (random.nextInt(3) == 0) {
          int again = Math.min(delivered.size(), 1 + random.nextInt(3 * BATCH));
          assertNull(
              SyncFixture.deliver(
                  consumer, delivered.subList(delivered.size() - again, delivered.size())),
              name);
        }
      }
    }

    private void compare() {
      Generation serving = servers.state.serving("things").orElseThrow();
      List<Map<String, AttributeValue>> items = new ArrayList<>();
      servers
          .dynamo
          .scanPaginator(s -> s.tableName(table.name()).consistentRead(true))
          .items()
          .forEach(items::add);
      Set<GroupRef> groups = new HashSet<>();
      servers.index.inspector().groups(serving.id(), groups::addAll);
      Set<List<String>> lists = new HashSet<>();
      Set<List<String>> cells = new HashSet<>();
      for (GroupRef group : groups) {
        GroupDump dump =
            GroupDump.of(servers.index.inspector(), group, serving.definition().cells());
        lists.add(keys(serving, group, dump.all()));
        dump.cells().values().forEach(cell -> cells.add(keys(serving, group, cell)));
      }
      lists.remove(List.<String>of());
      assertEquals(Set.copyOf(listing.lists(items, false).values()), lists, name);
      assertEquals(Set.copyOf(listing.lists(items, true).values()), cells, name);
    }

    private static List<String> keys(Generation serving, GroupRef group, List<Position> positions) {
      PositionCodec codec = serving.definition().positions();
      return positions.stream()
          .map(position -> codec.keyAttributes(group.group(), position).get("PK"))
          .map(key -> String.valueOf(key == null ? null : key.s()))
          .toList();
    }
  }
}
