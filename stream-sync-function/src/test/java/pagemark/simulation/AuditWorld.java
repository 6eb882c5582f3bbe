package pagemark.simulation;

import static java.util.Comparator.comparing;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import pagemark.audit.Audit;
import pagemark.audit.Audit.AuditSetup;
import pagemark.audit.AuditInSteps;
import pagemark.audit.AuditResult;
import pagemark.audit.AuditSettings;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.index.PageIndexWriter;
import pagemark.index.Turns;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.repair.IndexedTables;
import pagemark.state.Generation;
import pagemark.sync.RandomTable;
import pagemark.sync.StreamSync;
import pagemark.sync.SyncFixture;
import pagemark.sync.TableModel;
import pagemark.table.TableItems;
import pagemark.table.TableScan;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A table, its indexes, and the stream between them, which is up to [#LAG] behind. Some items
/// never change, others change all the time. An audit is one actor of [Turns]; another one writes
/// and delivers between any two calls of the audit, and while it waits.
final class AuditWorld {
  static final int STILL_GROUPS = 3;
  static final Duration LAG = Duration.ofSeconds(3);
  static final int STILL = 20;

  /// Less than the lag, because the scheduler may let the audit go on some times in a row.
  private static final Duration DELIVERED_AFTER = Duration.ofSeconds(1);

  /// A listing in the bytes layout, with a filter.
  private static final Listing BYTES =
      Listings.parse(
              """
              { "comments": {
                  "table": "comments",
                  "group": { "attribute": "PK2" },
                  "sort":  { "attribute": "SK", "type": "string" },
                  "key":   [ { "attribute": "PK" } ],
                  "filters": { "rating": { "attribute": "rating", "values": [1, 2] } },
                  "attributes": "*" } }
              """,
              Map.of())
          .find("comments")
          .orElseThrow();

  private record Pending(DynamodbStreamRecord record, Instant writtenAt) {}

  final String name;
  final Random random;
  final SyncFixture fixture;
  final InMemoryIndex index;

  private final Turns scheduler;
  private final RandomTable writes;
  private final StreamSync consumer;

  /// Of all audits in steps.
  int invocations;

  private final Deque<Pending> pending = new ArrayDeque<>();
  private boolean busy;

  AuditWorld(long seed) {
    this(seed, 500);
  }

  /// @param stepMillisMax time that passes at most between two I/Os
  AuditWorld(long seed, int stepMillisMax) {
    name = "seed " + seed;
    random = new Random(seed);
    scheduler = new Turns(random, SyncFixture.CLOCK.instant(), stepMillisMax);
    index = new InMemoryIndex(scheduler, IndexSettings.DEFAULT);
    fixture = new SyncFixture(index, RandomTable.LISTINGS, TableModel.STREAM, scheduler);
    fixture.add("g-bytes", BYTES);
    consumer = fixture.consumer();
    writes = new RandomTable(random);
    fixture.table = writes.table;
    for (int i = 0; i < STILL; i++) {
      send(List.of(writes.table.put(still(i))));
    }
    send(writes.writes(30));
    deliver(pending.size());
  }

  private Map<String, AttributeValue> still(int i) {
    return Map.of(
        "PK", fromS("still" + i),
        "PK2", fromS(RandomTable.GROUPS.get(random.nextInt(STILL_GROUPS))),
        "SK", fromS("2024-05-0%d 00:00".formatted(1 + random.nextInt(3))),
        "rating", fromN("" + random.nextInt(2)),
        "language", fromS("de"),
        "author", fromS(random.nextBoolean() ? "x" : "y"),
        "likes", fromN("" + random.nextInt(2)));
  }

  Generation generation(String id) {
    return fixture.generations().stream().filter(g -> g.id().equals(id)).findFirst().orElseThrow();
  }

  Map<String, AttributeValue> item(String key) {
    return requireNonNull(
        writes.table.read(List.of(Map.of("PK", fromS(key)))).get(Map.of("PK", fromS(key))));
  }

  /// The number of items in the table.
  int items() {
    return writes.table.items().size();
  }

  /// Starts the writes.
  void stir() {
    busy = true;
  }

  /// Stops the writes, and delivers all records.
  void settle() {
    busy = false;
    deliver(pending.size());
  }

  void assertIndexed() {
    fixture.assertHolds(RandomTable.GROUPS, writes.table.items(), name);
  }

  /// Runs an audit, beside the traffic if there is any.
  AuditResult audit(Generation generation, AuditSettings settings) {
    return beside(() -> new Audit(setup(), settings).run(generation));
  }

  /// Runs an audit in short invocations, beside the traffic if there is any.
  ///
  /// @param readMax the longest time that each of them reads
  AuditResult auditInSteps(Generation generation, AuditSettings settings, Duration readMax) {
    AuditInSteps steps = new AuditInSteps(each -> new Audit(setup(), each));
    AuditResult result =
        beside(
            () ->
                steps.run(
                    generation,
                    () -> AuditInSteps.reading(settings, scheduler.instant().plus(read(readMax)))));
    invocations += steps.invocations();
    return result;
  }

  private Duration read(Duration max) {
    return max.dividedBy(1 + random.nextInt(2));
  }

  private AuditResult beside(Supplier<AuditResult> audit) {
    AtomicReference<AuditResult> result = new AtomicReference<>();
    scheduler.start(() -> result.set(audit.get()));
    if (busy) {
      scheduler.start(() -> writeUntil(() -> result.get() != null));
    }
    scheduler.run();
    return requireNonNull(result.get());
  }

  private AuditSetup setup() {
    return new AuditSetup(
        IndexedTables.of(
                scheduler.parked(TableItems.class, writes.table::read),
                scheduler.parked(PageIndexWriter.class, index),
                index,
                fixture.state,
                fixture.state,
                scheduler)
            .with(scheduler::sleep),
        new InterruptedInspector(index, scheduler::park),
        scheduler.parked(TableScan.class, this::scan),
        random);
  }

  /// Pages of three items, by key.
  private TableScan.Page scan(int segment, int segments, Map<String, AttributeValue> after) {
    List<Map<String, AttributeValue>> rest =
        writes.table.items().stream()
            .filter(item -> Math.floorMod(pk(item).hashCode(), segments) == segment)
            .filter(item -> after.isEmpty() || pk(item).compareTo(pk(after)) > 0)
            .sorted(comparing(AuditWorld::pk))
            .toList();
    List<Map<String, AttributeValue>> page = rest.subList(0, Math.min(3, rest.size()));
    Map<String, AttributeValue> next =
        rest.size() > 3 ? Map.of("PK", fromS(pk(page.getLast()))) : Map.of();
    return new TableScan.Page(page, next);
  }

  private static String pk(Map<String, AttributeValue> item) {
    return requireNonNull(item.get("PK")).s();
  }

  private void writeUntil(BooleanSupplier isOver) {
    while (!isOver.getAsBoolean()) {
      if (random.nextInt(3) == 0) {
        send(writes.writes(1 + random.nextInt(2)));
      }
      if (random.nextInt(4) == 0) {
        deliver(random.nextInt(pending.size() + 1));
      }
      while (!pending.isEmpty()
          && pending.peek().writtenAt().plus(DELIVERED_AFTER).isBefore(scheduler.instant())) {
        deliver(1);
      }
      scheduler.park();
    }
  }

  private void send(List<DynamodbStreamRecord> records) {
    records.forEach(record -> pending.add(new Pending(record, scheduler.instant())));
  }

  private void deliver(int count) {
    List<DynamodbStreamRecord> batch = new ArrayList<>();
    while (batch.size() < count) {
      batch.add(pending.remove().record());
    }
    if (!batch.isEmpty()) {
      assertNull(SyncFixture.deliver(consumer, batch), name);
    }
  }
}
