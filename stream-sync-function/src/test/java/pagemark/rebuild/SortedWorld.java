package pagemark.rebuild;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import pagemark.index.rows.InMemoryRuns;
import pagemark.sync.StreamSync;
import pagemark.sync.SyncFixture;
import pagemark.table.TableScan;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A world whose index wants rows in order, and a table in which neighbours of the scan are none in
/// the index. A batch has two rows.
final class SortedWorld {
  static final int ITEMS = 11;

  final RebuildWorld world = RebuildWorld.byPlace();

  /// The items that were read, by their numbers.
  final List<Integer> read = new ArrayList<>();

  SortedWorld() {
    world.settings = TestSettings.rowsPerCall(RebuildSettings.DEFAULT, 3);
    world.scan = this::oneItem;
    for (int i = 0; i < ITEMS; i++) {
      put(i, 1 + i * 7 % ITEMS);
    }
  }

  private void put(int item, int day) {
    world.fixture.table.put(
        Map.of(
            "PK", fromS("item" + item),
            "PK2", fromS("" + "ABC".charAt(item % 3)),
            "SK", fromS("2024-05-%02d 00:00".formatted(day)),
            "likes", fromN("" + day)));
  }

  /// Hands out the items one by one, to each segment in turn.
  private TableScan.Page oneItem(int segment, int segments, Map<String, AttributeValue> after) {
    List<Map<String, AttributeValue>> items = List.copyOf(world.fixture.table.items());
    int next =
        after.isEmpty() ? segment : Integer.parseInt(requireNonNull(after.get("n")).n()) + segments;
    read.add(next);
    return new TableScan.Page(
        List.of(items.get(next)),
        next + segments >= items.size() ? Map.of() : Map.of("n", fromN("" + next)));
  }

  InMemoryRuns runs() {
    return (InMemoryRuns) world.index.rowRuns().orElseThrow();
  }

  /// Keeps only the first items.
  void keep(int items) {
    for (int i = items; i < ITEMS; i++) {
      world.fixture.table.remove("item" + i);
    }
  }

  /// Works on segment 0.
  ///
  /// @param steps how many steps it may take
  static StepEnd segment(Rebuild rebuild, int steps) {
    int[] left = {steps};
    return rebuild.segment(0, () -> left[0]-- > 0, RebuildListener.NONE);
  }

  /// Begins a rebuild.
  Rebuild begun(int segments) {
    Rebuild rebuild = world.rebuild("a");
    rebuild.begin(segments, () -> true, RebuildListener.NONE);
    return rebuild;
  }

  /// All rows are read, and some of them merged.
  Rebuild merging() {
    Rebuild rebuild = begun(1);
    assertEquals(StepEnd.WAITING, segment(rebuild, 100));
    assertEquals(StepEnd.WAITING, rebuild.turn());
    assertEquals(StepEnd.PAUSED, segment(rebuild, 1));
    return rebuild;
  }

  /// Ends a rebuild, and checks the index.
  void end(Rebuild rebuild) {
    RebuildWorld.end(rebuild);
    world.assertEqualsTable("at the end");
    assertEquals(Map.of(), runs().generations(), "no runs are left");
  }

  void delete(String item) {
    StreamSync consumer = world.fixture.consumer();
    assertNull(SyncFixture.deliver(consumer, List.of(world.remove(item))));
  }

  /// The owner goes on with other segments.
  void pass(Rebuild rebuild, int hours) {
    for (int hour = 0; hour < hours; hour++) {
      world.now = world.now.plus(Duration.ofHours(1));
      rebuild.writersBehind();
    }
  }
}
