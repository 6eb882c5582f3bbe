package pagemark.sync;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexException;
import pagemark.index.IndexSettings;
import pagemark.index.Markers;
import pagemark.index.PageIndexWriter;
import pagemark.listing.Listing;
import pagemark.rebuild.Rebuild;
import pagemark.rebuild.RebuildListener;
import pagemark.rebuild.RebuildRun;
import pagemark.rebuild.RebuildSettings;
import pagemark.rebuild.RebuildSetup;
import pagemark.repair.Freshness;
import pagemark.repair.VerifiedRepair;
import pagemark.state.CachedGenerations;
import pagemark.state.Generations;
import pagemark.state.rebuild.InMemoryRebuilds;
import pagemark.state.rebuild.Lease;
import pagemark.state.rebuild.RebuildLostException;
import pagemark.state.rebuild.Rebuilds;
import pagemark.state.writer.Writers;
import pagemark.table.TableItems;
import pagemark.table.TableScan;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Runs one random schedule of a rebuild with writes, handlers, kills and losses. They may happen
/// before and after each call of the rebuild; time passes only then.
final class RebuildSchedule {
  /// The process is killed. No production code catches this.
  private static final class Killed extends Error {}

  /// The replaceable parts of a schedule. A test replaces one to show that it is needed.
  record Parts(RebuildSettings settings, Freshness freshness, Wrap wrap) {
    static final Parts SOUND = new Parts(RebuildSettings.DEFAULT, Freshness.DEFAULT, new Wrap() {});
  }

  interface Wrap {
    default PageIndexWriter index(PageIndexWriter index) {
      return index;
    }

    default Markers markers(Markers markers) {
      return markers;
    }
  }

  private static final int PAGE = 2;
  private static final Listing LISTING = RandomTable.LISTINGS.find("comments").orElseThrow();
  private static final StreamedTable TABLE =
      new StreamedTable(TableModel.NAME, "arn:table", TableModel.STREAM);

  final Map<String, Integer> happened = new TreeMap<>();
  private final String name;
  private final Random random;
  private final Parts parts;
  private Instant now = Instant.parse("2026-11-21T00:00:00Z");
  private final InstantSource clock = () -> now;
  private final InMemoryIndex index = new InMemoryIndex(clock, IndexSettings.DEFAULT);
  private final SyncFixture fixture =
      new SyncFixture(index, RandomTable.LISTINGS, TableModel.STREAM, clock);
  private final RandomTable writes;
  private final InMemoryRebuilds rebuilds = new InMemoryRebuilds(fixture.state);
  private final List<DynamodbStreamRecord> records = new ArrayList<>();
  private int delivered;
  private StreamSyncHandler handler;
  private String owner = "none";
  private boolean dead;
  private boolean calm;

  RebuildSchedule(long seed, Parts parts) {
    this.name = "seed " + seed;
    this.random = new Random(seed);
    this.parts = parts;
    this.writes = new RandomTable(random);
    fixture.table = writes.table;
    handler = handler();
  }

  private StreamSyncHandler handler() {
    SyncSetup setup = fixture.setup(writer -> writer);
    return new StreamSyncHandler(
        new SyncSetup(
            setup.table(),
            setup.stream(),
            setup.listings(),
            new CachedGenerations(fixture.state, clock),
            fixture.writers,
            setup.repair()));
  }

  void run() {
    write(20);
    deliver();
    if (random.nextInt(3) == 0) {
      index.flush();
      now = now.plusSeconds(random.nextInt(300));
    }
    boolean done = false;
    for (int starts = 0; !done; starts++) {
      calm = starts > 20;
      done = attempt();
    }
    calm = true;
    if (!end().isReady()) {
      assertTrue(attempt(), name);
    }
    deliver();
    end().check(writes.table, name);
  }

  /// Whether nothing was lost since the index became complete.
  private RebuildEnd end() {
    return new RebuildEnd(LISTING, fixture.state, index);
  }

  /// Runs one process of the rebuild, until it is done, has no time left, or is killed.
  private boolean attempt() {
    dead = false;
    int pages = calm ? Integer.MAX_VALUE : 1 + random.nextInt(12);
    int[] left = {pages};
    owner = "owner" + random.nextInt();
    Rebuild rebuild = new Rebuild(setup(), LISTING, TABLE, owner);
    try {
      var result =
          new RebuildRun(rebuild, Runnable::run, RebuildListener.NONE)
              .run(1 + random.nextInt(3), () -> left[0]-- > 0);
      if (!result.done()) {
        count("paused");
        rebuild.release();
      }
      return result.done();
    } catch (Killed e) {
      count("killed");
    } catch (RuntimeException e) {
      if (!dead) {
        count("stopped: " + e.getClass().getSimpleName());
      }
    }
    now = now.plusSeconds(61);
    return false;
  }

  private void count(String what) {
    happened.merge(what, 1, Integer::sum);
  }

  private RebuildSetup setup() {
    TableItems items = fixture.repair(writer -> writer).table();
    return new RebuildSetup(
        watched(TableScan.class, this::read),
        new VerifiedRepair(
            watched(TableItems.class, items),
            watched(PageIndexWriter.class, parts.wrap().index(index)),
            fixture.state,
            parts.freshness(),
            clock),
        watched(Markers.class, parts.wrap().markers(index)),
        watched(Generations.class, fixture.state),
        watched(Rebuilds.class, rebuilds),
        watched(Writers.class, fixture.writers),
        parts.settings(),
        this::sleep,
        Runnable::run);
  }

  private <T> T watched(Class<T> port, T real) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (_, method, arguments) -> {
              happen();
              try {
                Object answer = method.invoke(real, arguments);
                happen();
                return answer;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private TableScan.Page read(int segment, int segments, Map<String, AttributeValue> after) {
    List<Map<String, AttributeValue>> items =
        writes.table.items().stream()
            .filter(item -> Math.floorMod(key(item).hashCode(), segments) == segment)
            .filter(item -> after.isEmpty() || key(item).compareTo(key(after)) > 0)
            .sorted((a, b) -> key(a).compareTo(key(b)))
            .toList();
    if (items.size() <= PAGE) {
      return new TableScan.Page(items, Map.of());
    }
    return new TableScan.Page(
        items.subList(0, PAGE), Map.of("PK", AttributeValue.fromS(key(items.get(PAGE - 1)))));
  }

  private static String key(Map<String, AttributeValue> item) {
    return item.getOrDefault("PK", AttributeValue.fromS("")).s();
  }

  private void sleep(Duration duration) {
    now = now.plus(duration);
    happen();
  }

  private void happen() {
    if (dead) {
      throw new Killed();
    }
    if (calm) {
      return;
    }
    switch (random.nextInt(240)) {
      case 0 -> {
        count("flush");
        index.flush();
      }
      case 1 -> {
        count("lost slot");
        index.loseSlot(random.nextInt(4));
      }
      case 2, 3, 4 -> {
        dead = true;
        throw new Killed();
      }
      case 5 -> {
        count("new handler");
        deliver();
        handler = handler();
      }
      case 6 -> {
        count("days pass");
        deliver();
        daysPass();
      }
      case 7, 8 -> now = now.plus(Duration.ofMinutes(3));
      case 9, 10 -> {
        count("came again");
        deliver(records.subList(random.nextInt(delivered + 1), delivered));
      }
      case 11, 12, 13 -> {
        count("index down");
        throw new IndexException.Unavailable("down", null);
      }
      default -> traffic();
    }
  }

  /// Lets days pass: everything is stopped, or other processes of the owner go on.
  private void daysPass() {
    if (random.nextInt(3) == 0) {
      now = now.plus(Duration.ofHours(50));
      return;
    }
    for (int part = 0; part < 5; part++) {
      now = now.plus(Duration.ofHours(10));
      Duration leftMax = parts.freshness().leftMax();
      try {
        rebuilds.renew(
            new Lease(LISTING.name(), owner, now, now.plusSeconds(30), now.minus(leftMax)));
      } catch (RebuildLostException e) {
        count("nothing to work on");
      }
    }
  }

  private void traffic() {
    int dice = random.nextInt(10);
    if (dice < 2) {
      write(1 + random.nextInt(3));
    } else if (dice < 6) {
      deliver();
    } else if (dice < 8) {
      now = now.plusMillis(random.nextInt(4_000));
    }
  }

  private void write(int count) {
    for (DynamodbStreamRecord record : writes.writes(count)) {
      record.getDynamodb().setApproximateCreationDateTime(Date.from(now));
      records.add(record);
    }
  }

  private void deliver() {
    int from = delivered;
    delivered = records.size();
    deliver(records.subList(from, delivered));
  }

  private void deliver(List<DynamodbStreamRecord> batch) {
    assertNull(handler.sync(TableModel.event(batch), () -> 60_000).unapplied(), name);
  }
}
