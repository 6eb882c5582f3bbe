package pagemark.index;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import pagemark.entry.Order;

/// Runs the same random operations on a store and on the in-memory index, and compares them.
final class StoreComparison {
  private static final int BATCHES = 60;

  private final String name;
  private final IndexStore store;
  private final InMemoryIndex oracle;
  private final RandomOps random;
  private final Consumer<GroupRef> forgetFences;
  private final Consumer<List<GroupRef>> afterBatch;

  /// @param forgetFences drops the fences of a group of the store
  /// @param afterBatch checks the groups that a batch may have changed
  StoreComparison(
      long seed,
      IndexStore store,
      InMemoryIndex oracle,
      Consumer<GroupRef> forgetFences,
      Consumer<List<GroupRef>> afterBatch) {
    this.name = "seed " + seed;
    this.store = store;
    this.oracle = oracle;
    this.random = new RandomOps(seed, "seed" + seed);
    this.forgetFences = forgetFences;
    this.afterBatch = afterBatch;
  }

  void run() {
    String generation = random.groups().getFirst().generation();
    for (IndexStore each : List.of(oracle, store)) {
      each.markers().building(generation, "nonce", Instant.EPOCH);
      each.markers().ready(generation, "nonce");
    }
    for (int batch = 0; batch < BATCHES; batch++) {
      if (batch % 20 == 19) {
        random.forgetSent();
        random.groups().forEach(forgetFences);
        random.groups().forEach(oracle::forgetFences);
      }
      List<GroupWrite> writes = random.next();
      assertEquals(oracle.write(writes), store.writer().write(writes), name);
      afterBatch.accept(random.groups());
    }
    random.groups().forEach(this::compare);
  }

  private void compare(GroupRef group) {
    GroupDump dump = GroupDump.of(store.inspector(), group, RandomOps.CELLS);
    assertEquals(List.of(), Contradictions.of(dump), name);
    assertEquals(oracle.dump(group), dump, name);
    GroupLook look = random.everywhere(group);
    assertEquals(Looks.all(oracle, look), Looks.all(store.writer(), look), name);
    for (Order order : Order.values()) {
      for (int from = 0; from < 70; from += 7) {
        PageQuery query = new PageQuery(group, random.layout(), order, from, 7, 3);
        assertEquals(oracle.page(query), store.reader().page(query), name);
      }
    }
  }
}
