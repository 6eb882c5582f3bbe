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
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Position;
import pagemark.index.LookResult.Register;
import pagemark.index.WriteResult.Written;

/// A group with fences by item: a sorted set for each cell, and the fences by period.
final class FencedItems implements InMemoryGroup {
  private final Map<Cell, TreeSet<Position>> cells = new HashMap<>();
  private final NavigableMap<Long, Map<Bytes, Fence>> fences = new TreeMap<>();
  private @Nullable Op last;

  @Override
  public NavigableSet<Position> positions() {
    if (cells.size() == 1) {
      return cells.values().iterator().next();
    }
    NavigableSet<Position> all = new TreeSet<>();
    cells.values().forEach(all::addAll);
    return all;
  }

  @Override
  public long inCells() {
    return cells.values().stream().mapToLong(TreeSet::size).sum();
  }

  @Override
  public Written write(List<Op> ops, long period) {
    long current = forgetOld(period);
    last = null;
    int applied = 0;
    int duplicates = 0;
    List<Op> refused = new ArrayList<>();
    for (Op op : ops) {
      Fence fence = fence(op.item());
      switch (Verdict.ofItem(op, fence)) {
        case DUPLICATE -> {
          duplicates++;
          last = fences.getOrDefault(current, Map.of()).containsKey(op.item()) ? op : last;
        }
        case APPLIED -> {
          apply(op, fence, current);
          applied++;
          last = op;
        }
        case REFUSED -> {
          removeOlds(op, fence);
          refused.add(op);
        }
      }
    }
    return new Written(applied, duplicates, refused);
  }

  @Override
  public @Nullable Op held() {
    return last;
  }

  /// @return the current period
  private long forgetOld(long period) {
    long current = fences.isEmpty() ? period : Math.max(period, fences.lastKey());
    fences.headMap(current - 1).clear();
    return current;
  }

  /// Removes the old entries of a late record: it still says where the item is not.
  private void removeOlds(Op op, @Nullable Fence fence) {
    if (op.rule() instanceof Rule.Newer) {
      op.olds().stream()
          .filter(old -> fence == null || !old.equals(fence.entry()))
          .forEach(this::remove);
    }
  }

  @Override
  public List<Register> look(List<GroupLook.Item> items, long period) {
    forgetOld(period);
    return items.stream()
        .map(item -> new Register(fence(item.item()), item.entry() != null && has(item.entry())))
        .toList();
  }

  private boolean has(Entry entry) {
    return cells.getOrDefault(entry.cell(), new TreeSet<>()).contains(entry.position());
  }

  @Override
  public void plant(Entry entry, boolean present) {
    remove(entry);
    if (present) {
      cells.computeIfAbsent(entry.cell(), cell -> new TreeSet<>()).add(entry.position());
    }
  }

  @Override
  public NavigableSet<Position> positions(Cell cell) {
    return cell.isWhole() ? positions() : cells.getOrDefault(cell, new TreeSet<>());
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
    Fence left = op.rule().leaves(entry);
    if (left != null) {
      fences.computeIfAbsent(period, p -> new HashMap<>()).put(op.item(), left);
    }
  }

  private void remove(Entry entry) {
    TreeSet<Position> cell = cells.get(entry.cell());
    if (cell != null && cell.remove(entry.position()) && cell.isEmpty()) {
      cells.remove(entry.cell());
    }
  }

  @Override
  public long fences() {
    return fences.values().stream().mapToLong(Map::size).sum();
  }

  @Override
  public boolean isEmpty() {
    return cells.isEmpty() && fences.isEmpty();
  }

  @Override
  public long sweep(long period) {
    long before = fences();
    if (!fences.isEmpty() && fences.lastKey() > period + 1) {
      ageFences(fences.lastKey() - period);
    }
    forgetOld(period);
    return before - fences();
  }

  @Override
  public void ageFences(long periods) {
    Map<Long, Map<Bytes, Fence>> older = new HashMap<>();
    fences.forEach((period, kept) -> older.put(period - periods, kept));
    fences.clear();
    fences.putAll(older);
  }

  @Override
  public FencedItems copy() {
    FencedItems copy = new FencedItems();
    cells.forEach((cell, positions) -> copy.cells.put(cell, new TreeSet<>(positions)));
    fences.forEach((period, kept) -> copy.fences.put(period, new HashMap<>(kept)));
    return copy;
  }

  @Override
  public void forgetEntries() {
    cells.clear();
  }

  @Override
  public void forgetFences() {
    fences.clear();
  }

  /// The fences by item key, of two the newer.
  Map<Bytes, Fence> byItem() {
    Map<Bytes, Fence> kept = new HashMap<>();
    fences.values().forEach(kept::putAll);
    return kept;
  }

  @Override
  public GroupDump dump() {
    Map<Cell, List<Position>> copied = new HashMap<>();
    cells.forEach((cell, positions) -> copied.put(cell, List.copyOf(positions)));
    return new GroupDump(List.copyOf(positions()), copied);
  }
}
