package pagemark.dynamodb.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.index.Markers.Data;
import pagemark.state.Generation.GenerationId;

final class TableNamesTest {
  private final TableNames names = new TableNames("pagemark");

  @Test
  void aGenerationHasATableOfItsName() {
    assertEquals("pagemark-tk3x9f0abc", names.table("tk3x9f0abc"));
    assertTrue(new TableNames("p".repeat(200)).table("g".repeat(54)).length() == 255);
  }

  @Test
  void findsTheGenerationsThatRebuildsMake() {
    String made = GenerationId.next(Instant.parse("2026-11-22T12:00:00Z"));
    String table = names.table(made);
    assertEquals(Optional.of(new Data(table, made, false)), names.data(table));
    assertEquals(Optional.of(new Data(table + "-runs", made, true)), names.data(table + "-runs"));
  }

  /// Tables with the same beginning belong to the state, to another index, or to somebody else.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "pagemark-state",
        "pagemark-index-tk3x9f0abc",
        "pagemark-tk3x9f0abc-tk3x9f0abd",
        "pagemark-tk3x9f0abc-run",
        "pagemark-tk3x9f0abc-runs-runs",
        "pagemark-tk3x9f0abc-runs2",
        "pagemark-tk3x9f0abc_runs",
        "pagemark-tk3x9f0abc\n",
        "apagemark-tk3x9f0abc",
        "page-tk3x9f0abc",
        "pagemark-runs",
        "pagemark-tk3x9f0abcd",
        "pagemark-TK3X9F0ABC",
        "pagemarktk3x9f0abc",
        "other-tk3x9f0abc",
        "pagemark-"
      })
  void doesNotTakeOtherTablesForGenerations(String table) {
    assertEquals(Optional.empty(), names.data(table));
  }

  @Test
  void refusesNamesThatDynamoDbRefuses() {
    assertThrows(IllegalArgumentException.class, () -> new TableNames(""));
    assertThrows(IllegalArgumentException.class, () -> new TableNames("page mark"));
    assertThrows(IllegalArgumentException.class, () -> new TableNames("p".repeat(201)));
    assertThrows(IllegalArgumentException.class, () -> names.table(""));
    assertThrows(IllegalArgumentException.class, () -> names.table("g/1"));
    assertThrows(IllegalArgumentException.class, () -> names.table("g".repeat(55)));
  }
}
