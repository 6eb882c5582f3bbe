package pagemark.audit;

import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import pagemark.entry.Cell;
import pagemark.index.GroupRef;
import pagemark.index.IndexException;
import pagemark.index.Inspector;
import pagemark.index.Inspector.GroupSize;

/// Asks for the sizes of groups, of which some may be torn.
record GroupSizes(Inspector inspector, Collection<Cell> cells) {
  /// @param torn takes those whose trees are torn
  /// @return the sizes of the others
  List<GroupSize> of(List<GroupRef> groups, Consumer<IndexException.Torn> torn) {
    try {
      return inspector.sizes(groups, cells);
    } catch (IndexException.Torn e) {
      if (groups.size() > 1) {
        return groups.stream().flatMap(group -> of(List.of(group), torn).stream()).toList();
      }
      torn.accept(e);
      return List.of();
    }
  }
}
