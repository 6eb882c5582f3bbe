package pagemark.tree.node;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import pagemark.entry.Cell;
import pagemark.tree.node.RowPacker.RegisterPacker;

/// The number of entries below a node, as its parent keeps it.
///
/// @param version the node's version when it had them. Only a tally of a newer version replaces
///   another, so it may be raised late and repeatedly
/// @param entries the number of all entries
/// @param cells the number of each cell's; empty if the listing has no filters
public record Tally(long version, long entries, Map<Cell, Long> cells) {
  public Tally {
    cells = Map.copyOf(cells);
  }

  /// The number of entries of some cells.
  public long of(Collection<Cell> selection) {
    long sum = 0;
    for (Cell cell : selection) {
      sum += cell.isWhole() ? entries : cells.getOrDefault(cell, 0L);
    }
    return sum;
  }

  /// The sum of some tallies, with a version of its own.
  public static Tally sum(long version, Collection<Tally> parts) {
    Map<Cell, Long> cells = new HashMap<>();
    long entries = 0;
    for (Tally part : parts) {
      entries += part.entries();
      part.cells().forEach((cell, count) -> cells.merge(cell, count, Long::sum));
    }
    return new Tally(version, entries, cells);
  }

  /// Packs a tally into bytes that order as its version: version, entries, and for each cell its
  /// ordinals and its entries.
  public byte[] packed() {
    Packer packer = new Packer().ordered(version).number(entries);
    Map<String, Cell> sorted = new TreeMap<>();
    cells.keySet().forEach(cell -> sorted.put(cell.name(), cell));
    if (!sorted.isEmpty()) {
      packer.number(sorted.values().iterator().next().ordinals().size());
      sorted.values().forEach(c -> packer.numbers(c.ordinals()).number(cells.getOrDefault(c, 0L)));
    }
    return packer.packed();
  }

  /// Where the packed tallies of a version begin: all older ones are less, all others greater.
  public static byte[] packed(long version) {
    return new Packer().ordered(version).packed();
  }

  /// Reads what [#packed()] has written.
  public static Tally unpacked(byte[] packed) {
    Unpacker in = new Unpacker(packed);
    long version = in.ordered();
    long entries = in.number();
    Map<Cell, Long> cells = new HashMap<>();
    int ordinals = in.hasMore() ? in.count() : 0;
    while (in.hasMore()) {
      Cell cell = RegisterPacker.cell(in.numbers(ordinals));
      cells.put(cell, in.number());
    }
    return new Tally(version, entries, cells);
  }

  /// Whether both count the same, at whatever versions.
  public boolean counts(Tally other) {
    return entries == other.entries && cells.equals(other.cells);
  }
}
