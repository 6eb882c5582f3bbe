package pagemark.pages.page;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import pagemark.entry.Group;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.index.GroupRef;
import pagemark.index.IndexException.NotReady;
import pagemark.index.IndexException.Throttled;
import pagemark.index.IndexException.Torn;
import pagemark.index.IndexException.Unavailable;
import pagemark.index.IndexException.Unsettled;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.pages.PagesOnly;
import pagemark.pages.Paid;

/// Tests the circuit breaker. A group is in the part of the index that its first letter names.
final class CircuitTest {
  private static final PageSlice EMPTY = new PageSlice(0, 0, List.of(), List.of(), 0);

  private final Set<String> down = new HashSet<>();
  private final Set<String> lost = new HashSet<>();
  private final Map<String, RuntimeException> thrown = new HashMap<>();
  private int calls;
  private Instant now = Instant.parse("2024-05-01T00:00:00Z");
  private Duration tick = Duration.ZERO;
  private Runnable during = () -> {};
  private final Circuit circuit = new Circuit(new Parts(), () -> now = now.plus(tick));

  private final class Parts implements PagesOnly {
    @Override
    public PageSlice page(PageQuery query) {
      calls++;
      during.run();
      String part = part(query.group());
      if (thrown.containsKey(query.group().group().text())) {
        throw requireNonNull(thrown.get(query.group().group().text()));
      }
      if (down.contains(part)) {
        throw new Unavailable("down", null);
      }
      if (lost.contains(part)) {
        throw new NotReady("g1");
      }
      return EMPTY;
    }

    @Override
    public String part(GroupRef group) {
      return group.group().text().substring(0, 1);
    }
  }

  private void page(String group) {
    GroupRef ref = new GroupRef("g1", "comments", new Group(group));
    circuit.page(new PageQuery(ref, Layout.SCORE, Order.ASCENDING, 0, 10, 0));
  }

  private void assertDown(String group, int expectedCalls) {
    int before = calls;
    assertThrows(Unavailable.class, () -> page(group));
    assertEquals(expectedCalls, calls - before);
  }

  private void open() {
    down.add("a");
    for (int i = 0; i < 3; i++) {
      assertDown("a" + i, 1);
    }
  }

  @Test
  void opensAfterThreeFailuresInARow() {
    open();
    assertDown("a", 0);
    now = now.plusMillis(999);
    assertDown("a", 0);
  }

  @Test
  void failuresWithAnAnswerBetweenThemDoNotCount() {
    for (int i = 0; i < 5; i++) {
      down.add("a");
      assertDown("a", 1);
      assertDown("a", 1);
      down.clear();
      page("a");
      down.add("a");
      assertDown("a", 1);
      down.clear();
      lost.add("a");
      assertThrows(NotReady.class, () -> page("a"));
      lost.clear();
    }
  }

  @Test
  void closesIfTheProbeASecondLaterIsAnswered() {
    open();
    now = now.plusSeconds(1);
    down.clear();
    page("a");
    down.add("a");
    assertDown("a", 1);
    assertDown("a", 1);
  }

  @Test
  void notReadyIsAnAnswer() {
    open();
    now = now.plusSeconds(1);
    down.clear();
    lost.add("a");
    for (int i = 0; i < 5; i++) {
      assertThrows(NotReady.class, () -> page("a"));
    }
  }

  /// One part is the whole index in DynamoDB, with all listings.
  @Test
  void whatIsWrongWithOneGroupBlocksNoOther() {
    thrown.put("a hot", new Unsettled("its tree changed during each of 4 reads", null));
    thrown.put("a broken", new IllegalStateException("an item is no node"));
    thrown.put("a torn", new Torn(new GroupRef("g1", "c", new Group("a torn")), "no root"));
    for (int i = 0; i < 4; i++) {
      assertThrows(Unsettled.class, () -> page("a hot"));
      assertThrows(Torn.class, () -> page("a torn"));
    }
    for (int i = 0; i < 3; i++) {
      assertThrows(IllegalStateException.class, () -> page("a broken"));
    }
    page("a");
    open();
  }

  /// Its partition is throttled, or its pages take too long.
  @Test
  void aGroupThatFailsBlocksItselfAlone() {
    thrown.put("a hot", new Unavailable("DynamoDB throttles the index", null));
    for (int i = 0; i < 3; i++) {
      assertDown("a hot", 1);
    }
    assertDown("a hot", 0);
    page("a");
    now = now.plusSeconds(1);
    assertDown("a hot", 1);
    assertDown("a hot", 0);
    page("a");
    thrown.put("a hot", new IllegalStateException());
    now = now.plusSeconds(1);
    assertThrows(IllegalStateException.class, () -> page("a hot"));
    thrown.clear();
    page("a hot");
  }

  @Test
  void throttledGroupsBlockNoOther() {
    for (String group : List.of("a1", "a2", "a3", "a4", "a1", "a1")) {
      thrown.put(group, new Throttled("DynamoDB throttles the index", null));
      assertDown(group, 1);
    }
    assertDown("a1", 0);
    page("a");
  }

  @Test
  void staysOpenForAnotherSecondIfTheProbeFails() {
    open();
    for (int i = 0; i < 3; i++) {
      now = now.plusSeconds(1);
      assertDown("a", 1);
      assertDown("a", 0);
    }
  }

  @Test
  void letsOneCallThroughAtATime() {
    open();
    now = now.plusSeconds(1);
    during =
        () -> {
          during = () -> {};
          now = now.plusSeconds(10);
          assertDown("a", 0);
        };
    assertDown("a", 1);
    assertDown("a", 0);
  }

  /// Nobody knows what the store would have answered.
  @Test
  void aProbeThatEndsWithoutAnAnswerIsFollowedByAnother() {
    open();
    now = now.plusSeconds(1);
    thrown.put("a0", new IllegalStateException());
    assertThrows(IllegalStateException.class, () -> page("a0"));
    assertDown("a1", 1);
  }

  /// The group's pause ends a moment after that of its part.
  @Test
  void aProbeThatItsGroupStopsIsFollowedByAnother() {
    down.add("a");
    List.of("a0", "a0", "a1", "a2").forEach(group -> assertDown(group, 1));
    now = now.plusSeconds(1);
    tick = Duration.ofMillis(1);
    assertDown("a0", 1);
    tick = Duration.ZERO;
    now = now.plusMillis(999);
    assertDown("a0", 0);
    assertDown("a3", 1);
  }

  @Test
  void statesOfAThousandGroupsAreForgotten() {
    for (int i = 0; i < 1_003; i++) {
      String group = "b" + Math.max(0, i - 2);
      thrown.put(group, new Throttled("DynamoDB throttles the index", null));
      assertDown(group, 1);
    }
    assertDown("b0", 1);
  }

  @Test
  void aLostPartDoesNotBlockOthers() {
    open();
    page("b");
    assertDown("a", 0);
    page("b");
  }

  @Test
  void aMeteredCallIsSparedToo() {
    List<Double> units = new ArrayList<>();
    GroupRef ref = new GroupRef("g1", "comments", new Group("a1"));
    PageQuery query = new PageQuery(ref, Layout.SCORE, Order.ASCENDING, 0, 10, 0);
    new Circuit(new Paid(), () -> now).telling(units::add).page(query);
    assertEquals(List.of(1.5), units);
    down.add("a");
    for (int i = 0; i < 3; i++) {
      assertThrows(Unavailable.class, () -> circuit.telling(units::add).page(query));
    }
    assertDown("a1", 0);
  }
}
