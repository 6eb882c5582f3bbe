package pagemark.audit;

import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import pagemark.entry.Cell;
import pagemark.index.GroupRef;
import pagemark.index.IndexException;
import pagemark.index.Inspector;
import pagemark.index.Inspector.GroupSize;
import pagemark.repair.IndexedTable;
import pagemark.repair.Sleeper;
import pagemark.table.TableScan;

/// The services that an [Audit] works with.
///
/// @param indexed is written to only if the audit repairs
/// @param scan reads the table of the audited generation
/// @param random chooses samples
public record AuditSetup(
    IndexedTable indexed, Inspector inspector, TableScan scan, RandomGenerator random) {
  /// A copy with another sleeper.
  public AuditSetup with(Sleeper other) {
    return new AuditSetup(indexed.with(other), inspector, scan, random);
  }

  /// Asks for the sizes of groups, of which some may be torn.
  ///
  /// @param torn takes those whose trees are torn
  /// @return the sizes of the others
  List<GroupSize> sizes(
      List<GroupRef> groups, Collection<Cell> cells, Consumer<IndexException.Torn> torn) {
    try {
      return inspector.sizes(groups, cells);
    } catch (IndexException.Torn e) {
      if (groups.size() > 1) {
        return groups.stream()
            .flatMap(group -> sizes(List.of(group), cells, torn).stream())
            .toList();
      }
      torn.accept(e);
      return List.of();
    }
  }

  RetryingLooks looks() {
    return new RetryingLooks(indexed.index(), indexed.sleeper());
  }
}
