package pagemark.tree.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pagemark.entry.Group;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.index.GroupRef;
import pagemark.index.PageQuery;
import pagemark.tree.simulation.SimulatedNodes;

/// What a reader remembers of earlier reads: inner nodes, and that a generation is READY.
final class KeptNodesTest {
  /// Enough for the nodes of a page in each of two to four groups here.
  private static final long KEPT_BYTES = 40_000;

  private final SimulatedNodes store = new SimulatedNodes("g1");
  private final Random random = new Random(5);

  private GroupRef group(int number) {
    GroupRef group = new GroupRef("g1", "comments", new Group("shirt" + number));
    new TreeBuilder(store, group, random, () -> 10, () -> 10, false)
        .build(new RandomGroup(random, Layout.SCORE, 0, 800).entries);
    return group;
  }

  private long trips(TreeReader reader, GroupRef group) {
    long before = store.cost().roundTrips();
    PageQuery query = new PageQuery(group, Layout.SCORE, Order.ASCENDING, 400, 10, 0);
    assertEquals(10, reader.page(query).positions().size());
    return store.cost().roundTrips() - before;
  }

  @Test
  void nodesThatWereNotUsedForTheLongestTimeAreForgotten() {
    List<GroupRef> groups = IntStream.range(0, 12).mapToObj(this::group).toList();
    TreeReader reader = new TreeReader(store, _ -> () -> true, _ -> {}, KEPT_BYTES);
    assertEquals(3, trips(reader, groups.getFirst()));
    for (GroupRef other : groups.subList(1, 12)) {
      assertEquals(3, trips(reader, other));
      assertEquals(1, trips(reader, other));
      assertEquals(1, trips(reader, groups.getFirst()), "used again and again");
    }
    assertTrue(trips(reader, groups.get(1)) > 1, "used long ago");
  }

  @Test
  void nothingIsKeptWithoutMemory() {
    GroupRef group = group(1);
    TreeReader reader = new TreeReader(store, _ -> () -> true, _ -> {}, 0);
    assertEquals(3, trips(reader, group));
    assertEquals(3, trips(reader, group));
  }

  @Test
  void aReadyGenerationIsLookedAtEveryTenSeconds() {
    List<String> looks = new ArrayList<>();
    Instant[] now = {Instant.EPOCH};
    boolean[] state = {true};
    Readiness readiness =
        new KeptReadiness(
            generation -> {
              looks.add(generation);
              return state[0];
            },
            () -> now[0]);
    assertTrue(readiness.look("g1").getAsBoolean());
    now[0] = Instant.ofEpochMilli(9_999);
    assertTrue(readiness.look("g1").getAsBoolean());
    assertTrue(readiness.look("g2").getAsBoolean());
    assertEquals(List.of("g1", "g2"), looks);
    now[0] = Instant.ofEpochMilli(10_000);
    state[0] = false;
    assertFalse(readiness.look("g1").getAsBoolean());
    assertFalse(readiness.look("g1").getAsBoolean());
    assertEquals(List.of("g1", "g2", "g1", "g1"), looks);
  }
}
