package pagemark.repair;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import pagemark.entry.Bytes;
import pagemark.entry.Group;
import pagemark.index.GroupLook;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.LookResult;
import pagemark.index.Op;
import pagemark.index.PageIndexWriter;
import pagemark.index.Rule;
import pagemark.index.WriteResult;
import pagemark.state.Generation;
import pagemark.state.Suspect;

/// Finds missing entries that have arrived by now, because the index was only behind the table for
/// a moment. That costs a look at the index instead of a consistent read of the table.
///
/// An entry that is there is written once more, as a scanned row. That changes no entry. But a
/// store that counts its entries a moment after it has put them counts this one now: whoever put it
/// may have died in between.
///
/// @param lease how long after the look the entry may be written
record Arrivals(PageIndexWriter index, Duration lease) {
  /// An entry that was missing in a live generation.
  record Hole(Suspect suspect, Generation generation) {
    private Bytes item() {
      return generation.definition().positions().itemKey(suspect.seen().position());
    }

    private GroupRef group() {
      return generation.group(new Group(suspect.group()));
    }

    private GroupLook look() {
      return new GroupLook(group(), List.of(new GroupLook.Item(item(), suspect.seen())));
    }

    private GroupWrite write(Instant notAfter) {
      Op row = new Op(item(), new Rule.Unfenced(), suspect.seen(), Set.of());
      return new GroupWrite(group(), List.of(row), notAfter);
    }
  }

  /// The suspects whose entries are there now, and counted. Leaves out those that the index cannot
  /// be asked about.
  Set<Suspect> of(List<Hole> holes) {
    List<LookResult> looks = index.look(holes.stream().map(Hole::look).toList());
    List<Hole> present = new ArrayList<>();
    List<GroupWrite> writes = new ArrayList<>();
    for (int i = 0; i < holes.size(); i++) {
      if (looks.get(i) instanceof LookResult.Looked(var at, var registers)
          && registers.getFirst().present()) {
        present.add(holes.get(i));
        writes.add(holes.get(i).write(at.plus(lease)));
      }
    }
    Set<Suspect> arrived = new HashSet<>();
    List<WriteResult> results = writes.isEmpty() ? List.of() : index.write(writes);
    for (int i = 0; i < results.size(); i++) {
      if (results.get(i) instanceof WriteResult.Written written && written.refused().isEmpty()) {
        arrived.add(present.get(i).suspect());
      }
    }
    return arrived;
  }
}
