package pagemark.repair;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import pagemark.entry.Group;
import pagemark.index.GroupLook;
import pagemark.index.LookResult;
import pagemark.index.PageIndexWriter;
import pagemark.state.Generation;
import pagemark.state.Suspect;

/// Finds missing entries that have arrived by now, because the index was only behind the table for
/// a moment. That costs a look at the index instead of a consistent read of the table.
record Arrivals(PageIndexWriter index) {
  /// An entry that was missing in a live generation.
  record Hole(Suspect suspect, Generation generation) {
    private GroupLook look() {
      var item = generation.definition().positions().itemKey(suspect.seen().position());
      return new GroupLook(
          generation.group(new Group(suspect.group())),
          List.of(new GroupLook.Item(item, suspect.seen())));
    }
  }

  /// The suspects whose entries are there now. Leaves out those that the index cannot be asked
  /// about.
  Set<Suspect> of(List<Hole> holes) {
    List<LookResult> results = index.look(holes.stream().map(Hole::look).toList());
    Set<Suspect> arrived = new HashSet<>();
    for (int i = 0; i < holes.size(); i++) {
      if (results.get(i) instanceof LookResult.Looked(_, var registers)
          && registers.getFirst().present()) {
        arrived.add(holes.get(i).suspect());
      }
    }
    return arrived;
  }
}
