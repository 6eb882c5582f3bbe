package pagemark.audit;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.index.ForwardingInspector;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.index.Nightly;
import pagemark.index.Op;
import pagemark.index.Sequence;
import pagemark.index.TakesLong;
import pagemark.listing.Indexable.Indexed;
import pagemark.repair.IndexedTable;
import pagemark.repair.IndexedTables;
import pagemark.state.Generation;
import pagemark.state.InMemoryState;
import pagemark.state.SampleGenerations;
import pagemark.sync.TableModel;
import pagemark.table.TableScan;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Audits one group of a whole table, in invocations of a minute, while five items change each
/// second. The clock is simulated: a page of the table takes 300 ms, a part of the index and a
/// hundred items by key take 10 ms.
@Nightly
@TakesLong(nightly = 40)
final class LargeGroupTest {
  private static final Generation GENERATION =
      SampleGenerations.comments("g1", Generation.State.SERVING);
  private static final GroupRef SHIRT = new GroupRef("g1", "comments", new Group("SHIRT"));
  private static final int ITEMS = 1_000_000;
  private static final int DAMAGED_OF_EACH_KIND = 5;
  private static final Duration MINUTE = Duration.ofSeconds(60);
  private static final Duration BETWEEN_WRITES = Duration.ofMillis(200);
  private static final Duration LAG = Duration.ofSeconds(2);
  private static final Duration PAGE_TIME = Duration.ofMillis(300);
  private static final Duration PART_TIME = Duration.ofMillis(10);
  private static final Duration READ_TIME = Duration.ofMillis(10);
  private static final int PAGE = 1_000;

  private record Change(Instant at, Op op) {}

  private final Random random = new Random(1);

  /// The days of the items, by their keys.
  private final NavigableMap<String, Integer> table = new TreeMap<>();

  private final Queue<Change> stream = new ArrayDeque<>();
  private Instant now = Instant.parse("2026-11-21T00:00:00Z");
  private Instant nextWrite = now;
  private final InMemoryIndex index = new InMemoryIndex(() -> now, IndexSettings.DEFAULT);
  private final InMemoryState state = new InMemoryState();
  private int sequence;
  private long itemsRead;

  private static String name(int i) {
    return "item%07d".formatted(i);
  }

  private static Entry entry(String name, int day) {
    return ((Indexed) GENERATION.definition().indexable(TableModel.comment(name, "SHIRT", day)))
        .entry();
  }

  private void pass(Duration time) {
    now = now.plus(time);
    while (nextWrite.isBefore(now)) {
      write();
      nextWrite = nextWrite.plus(BETWEEN_WRITES);
    }
    while (!stream.isEmpty() && stream.peek().at().plus(LAG).isBefore(now)) {
      index.write(List.of(new GroupWrite(SHIRT, List.of(stream.remove().op()))));
    }
  }

  /// Changes an item, or deletes it, or puts a new one. Damaged items never change.
  private void write() {
    String name = name(100 + random.nextInt(ITEMS));
    Integer old = table.get(name);
    Integer day = old != null && random.nextInt(5) == 0 ? null : 1 + random.nextInt(28);
    if (day == null) {
      table.remove(name);
    } else {
      table.put(name, day);
    }
    Op op =
        new Op(
            Bytes.utf8(name),
            new Sequence("" + ++sequence),
            day == null ? null : entry(name, day),
            old == null ? Set.of() : Set.of(entry(name, old)));
    stream.add(new Change(now, op));
  }

  private TableScan.Page scan(int segment, int segments, Map<String, AttributeValue> after) {
    pass(PAGE_TIME);
    NavigableMap<String, Integer> rest =
        after.isEmpty() ? table : table.tailMap(requireNonNull(after.get("PK")).s(), false);
    List<Map<String, AttributeValue>> page =
        rest.entrySet().stream()
            .limit(PAGE)
            .map(item -> TableModel.comment(item.getKey(), "SHIRT", item.getValue()))
            .toList();
    return new TableScan.Page(
        page, page.size() < PAGE ? Map.of() : Map.of("PK", page.getLast().get("PK")));
  }

  private Map<Map<String, AttributeValue>, Map<String, AttributeValue>> read(
      Collection<Map<String, AttributeValue>> keys) {
    pass(READ_TIME);
    itemsRead += keys.size();
    Map<Map<String, AttributeValue>, Map<String, AttributeValue>> read = new HashMap<>();
    for (Map<String, AttributeValue> key : keys) {
      String name = requireNonNull(key.get("PK")).s();
      Integer day = table.get(name);
      if (day != null) {
        read.put(Map.of("PK", fromS(name)), TableModel.comment(name, "SHIRT", day));
      }
    }
    return read;
  }

  private Audit audit(AuditSettings settings) {
    IndexedTable indexed =
        IndexedTables.of(this::read, index, index, state, state, () -> now).with(this::pass);
    AuditSetup setup =
        new AuditSetup(
            indexed,
            new ForwardingInspector(index) {
              @Override
              public EntriesPart entries(GroupRef group, Cell set, Bytes from) {
                pass(PART_TIME);
                return super.entries(group, set, from);
              }
            },
            this::scan,
            random);
    return new Audit(setup, settings, AuditListener.NONE);
  }

  private void damage() {
    for (int i = 0; i < DAMAGED_OF_EACH_KIND; i++) {
      index.plant(SHIRT, entry(name(i), 1), false);
      index.plant(SHIRT, entry("ghost" + i, 1), true);
      String moved = name(50 + i);
      index.plant(SHIRT, entry(moved, 1), false);
      index.plant(SHIRT, entry(moved, 2), true);
    }
  }

  @Test
  void isProvedInInvocationsOfAMinuteWhileItIsWritten() {
    index.building("g1", "nonce", Instant.EPOCH);
    index.ready("g1", "nonce");
    for (int i = 0; i < ITEMS; i++) {
      table.put(name(i), 1);
      index.plant(SHIRT, entry(name(i), 1), true);
    }
    damage();
    AuditInSteps steps = new AuditInSteps(this::audit);
    Instant begun = now;
    AuditResult result =
        steps.run(GENERATION, () -> new AuditSettings(1, 1, true, LAG, now.plus(MINUTE)));
    String told =
        "%d invocations, %d items read, %s".formatted(steps.invocations(), itemsRead, result);
    System.out.printf(
        "One group of %,d, audited in %s: %s%n", ITEMS, Duration.between(begun, now), told);
    long each = DAMAGED_OF_EACH_KIND;
    assertEquals(
        Map.of(Kind.MISSING, each, Kind.GHOST, each, Kind.MISPLACED, each), result.differences());
    assertTrue(result.provesAll(), told);
    assertTrue(steps.invocations() > 1, told);
    assertTrue(itemsRead < ITEMS, told);
  }
}
