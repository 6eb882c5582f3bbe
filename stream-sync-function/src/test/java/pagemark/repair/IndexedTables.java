package pagemark.repair;

import java.time.InstantSource;
import pagemark.index.Markers;
import pagemark.index.PageIndexWriter;
import pagemark.repair.IndexedTable.Freshness;
import pagemark.state.Generations;
import pagemark.state.InMemoryState;
import pagemark.state.Quarantine;
import pagemark.state.writer.Writers;
import pagemark.table.TableItems;

/// Indexed tables whose writers keep their notes in memory, and which nobody waits for.
public final class IndexedTables {
  private IndexedTables() {}

  public static IndexedTable of(
      TableItems items,
      PageIndexWriter index,
      Markers markers,
      Generations generations,
      Quarantine quarantine,
      InstantSource clock) {
    return new IndexedTable(
        items,
        index,
        markers,
        generations,
        Writers.of(new InMemoryState()),
        quarantine,
        Freshness.DEFAULT,
        clock,
        _ -> {});
  }
}
