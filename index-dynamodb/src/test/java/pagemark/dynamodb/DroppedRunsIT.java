package pagemark.dynamodb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import pagemark.index.IndexStore;
import pagemark.index.rows.Row;
import pagemark.index.rows.RowRuns;
import pagemark.state.Generation.GenerationId;

/// A rebuild that is given up leaves a table of sorted runs, which goes with its generation.
final class DroppedRunsIT {
  private final DynamoTables tables = DynamoTables.create();
  private final String generation = GenerationId.next(Instant.now());

  private Set<String> found() {
    return tables.client().listTablesPaginator().tableNames().stream()
        .filter(name -> name.startsWith(tables.names().prefix()))
        .collect(Collectors.toSet());
  }

  @Test
  void runsGoWithTheirGeneration() {
    String table = tables.names().table(generation);
    try (IndexStore store = tables.open(DynamoIndex.LIMITS)) {
      RowRuns runs = store.writer().rowRuns().orElseThrow();
      store.markers().building(generation, "nonce", Instant.EPOCH);
      assertEquals(Set.of(table), found());
      runs.write(generation, 1, List.<Row>of().iterator(), Supplier::get);
      assertEquals(Set.of(table, table + "-runs"), found());
      runs.drop(generation);
      assertEquals(Set.of(table), found());
      runs.write(generation, 1, List.<Row>of().iterator(), Supplier::get);
      store.markers().drop(generation);
      assertEquals(Set.of(), found());
    }
  }
}
