package pagemark.index;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import pagemark.index.WriteResult.Written;
import pagemark.key.Bytes;
import pagemark.key.Cell;
import pagemark.key.Entry;
import pagemark.key.Position;

/// One group of the in-memory index: a sorted set per cell, and the fences by period.
final class InMemoryGroup {
  private final Map<Cell, TreeSet<Position>> cells = new HashMap<>();
  private final NavigableMap<Long, Map<Bytes, Fence>> fences = new TreeMap<>();

  NavigableSet<Position> positions() {
    NavigableSet<Position> all = new TreeSet<>();
    cells.values().forEach(all::addAll);
    return all;
  }

  Written write(List<Op> ops, long period) {
    long current = fences.isEmpty() ? period : Math.max(period, fences.lastKey());
    fences.headMap(current - 1).clear();
    int applied = 0;
    int duplicates = 0;
    List<Op> older = new ArrayList<>();
    for (Op op : ops) {
      Fence fence = fence(op.item());
      if (fence == null || op.sequence().compareTo(fence.sequence()) > 0) {
        apply(op, fence, current);
        applied++;
      } else if (op.sequence().equals(fence.sequence())) {
        duplicates++;
      } else {
        op.olds().stream().filter(old -> !old.equals(fence.entry())).forEach(this::remove);
        older.add(op);
      }
    }
    return new Written(applied, duplicates, older);
  }

  private @Nullable Fence fence(Bytes item) {
    for (Map<Bytes, Fence> kept : fences.descendingMap().values()) {
      if (kept.containsKey(item)) {
        return kept.get(item);
      }
    }
    return null;
  }

  private void apply(Op op, @Nullable Fence fence, long period) {
    op.olds().forEach(this::remove);
    if (fence != null && fence.entry() != null) {
      remove(fence.entry());
    }
    Entry entry = op.entry();
    if (entry != null) {
      cells.computeIfAbsent(entry.cell(), cell -> new TreeSet<>()).add(entry.position());
    }
    fences
        .computeIfAbsent(period, p -> new HashMap<>())
        .put(op.item(), new Fence(op.sequence(), entry));
  }

  private void remove(Entry entry) {
    TreeSet<Position> cell = cells.get(entry.cell());
    if (cell != null && cell.remove(entry.position()) && cell.isEmpty()) {
      cells.remove(entry.cell());
    }
  }

  void forgetFences() {
    fences.clear();
  }

  GroupDump dump() {
    Map<Cell, List<Position>> copied = new HashMap<>();
    cells.forEach((cell, positions) -> copied.put(cell, List.copyOf(positions)));
    Map<Bytes, Fence> kept = new HashMap<>();
    fences.values().forEach(kept::putAll);
    return new GroupDump(List.copyOf(positions()), copied, kept);
  }
}
