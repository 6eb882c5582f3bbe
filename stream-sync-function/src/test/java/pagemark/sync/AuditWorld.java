package pagemark.sync;

import static java.util.Comparator.comparing;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
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
import pagemark.audit.AuditPorts;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.repair.Freshness;
import pagemark.repair.VerifiedRepair;
import pagemark.state.Generation;
import pagemark.table.TableScan;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A table, its indexes, and the stream between them, which is up to [#LAG] behind. Some items
/// never change, others change all the time. Writes and deliveries happen between any two calls of
/// an audit, and while it waits.
final class AuditWorld {
  static final Duration LAG = Duration.ofSeconds(3);
  static final int STILL = 20;

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

  private static final Duration STEP = Duration.ofMillis(100);

  private record Pending(DynamodbStreamRecord record, Instant writtenAt) {}

  final String name;
  final Random random;
  final SyncFixture fixture;
  final InMemoryIndex index;

  private Instant now = SyncFixture.CLOCK.instant();
  private final RandomTable writes;
  private final StreamSyncHandler handler;
  private final Deque<Pending> pending = new ArrayDeque<>();
  private boolean busy;

  AuditWorld(long seed) {
    name = "seed " + seed;
    random = new Random(seed);
    index = new InMemoryIndex(() -> now, IndexSettings.DEFAULT);
    fixture = new SyncFixture(index, RandomTable.LISTINGS, TableModel.STREAM, () -> now);
    fixture.add("g-bytes", BYTES);
    handler = fixture.handler();
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
        "PK2", fromS(RandomTable.GROUPS.get(random.nextInt(3))),
        "SK", fromS("2024-05-0%d 00:00".formatted(1 + random.nextInt(3))),
        "rating", fromN("" + random.nextInt(4)),
        "language", fromS("de"),
        "author", fromS(random.nextBoolean() ? "x" : "y"),
        "likes", fromN("" + random.nextInt(4)));
  }

  Generation generation(String id) {
    return fixture.generations().stream().filter(g -> g.id().equals(id)).findFirst().orElseThrow();
  }

  Map<String, AttributeValue> item(String key) {
    return requireNonNull(
        writes.table.read(List.of(Map.of("PK", fromS(key)))).get(Map.of("PK", fromS(key))));
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

  AuditPorts ports() {
    return new AuditPorts(
        new InterruptedInspector(index, this::happen),
        index,
        this::scan,
        new VerifiedRepair(
            keys -> {
              happen();
              var read = writes.table.read(keys);
              happen();
              return read;
            },
            new InterruptedWriter(index, this::happen),
            fixture.state,
            Freshness.DEFAULT,
            () -> now),
        this::sleep,
        random);
  }

  /// Pages of three items, by key.
  private TableScan.Page scan(int segment, int segments, Map<String, AttributeValue> after) {
    happen();
    List<Map<String, AttributeValue>> rest =
        writes.table.items().stream()
            .filter(item -> Math.floorMod(pk(item).hashCode(), segments) == segment)
            .filter(item -> after.isEmpty() || pk(item).compareTo(pk(after)) > 0)
            .sorted(comparing(AuditWorld::pk))
            .toList();
    List<Map<String, AttributeValue>> page = rest.subList(0, Math.min(3, rest.size()));
    Map<String, AttributeValue> next =
        rest.size() > 3 ? Map.of("PK", fromS(pk(page.getLast()))) : Map.of();
    TableScan.Page read = new TableScan.Page(page, next);
    happen();
    return read;
  }

  private static String pk(Map<String, AttributeValue> item) {
    return requireNonNull(item.get("PK")).s();
  }

  private void sleep(Duration duration) {
    for (Instant end = now.plus(duration); now.isBefore(end); ) {
      Instant next = now.plus(STEP);
      now = next.isBefore(end) ? next : end;
      happen();
    }
  }

  /// Does what others do between two calls.
  private void happen() {
    if (!busy) {
      return;
    }
    now = now.plusMillis(random.nextInt(10));
    if (random.nextInt(3) == 0) {
      send(writes.writes(1 + random.nextInt(2)));
    }
    if (random.nextInt(4) == 0) {
      deliver(random.nextInt(pending.size() + 1));
    }
    while (!pending.isEmpty() && pending.peek().writtenAt().plus(LAG).isBefore(now)) {
      deliver(1);
    }
  }

  private void send(List<DynamodbStreamRecord> records) {
    records.forEach(record -> pending.add(new Pending(record, now)));
  }

  private void deliver(int count) {
    List<DynamodbStreamRecord> batch = new ArrayList<>();
    while (batch.size() < count) {
      batch.add(pending.remove().record());
    }
    if (!batch.isEmpty()) {
      BatchOutcome outcome = handler.sync(TableModel.event(batch), () -> 60_000);
      assertEquals(null, outcome.unapplied(), name);
    }
  }
}
