package pagemark.tree.node;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Place;
import pagemark.index.Fence;
import pagemark.index.Sequence;

/// A leaf: the registers of all places in its range. A reader takes entries from it. A writer puts
/// it anew if its version is still the one that it has read.
///
/// It is one item of up to 1 KB, about 30 entries: half a unit to read, one to write.
///
/// @param clock the latest fence period of a write. It tells which registers are too old to keep
///   their stamps
/// @param registers by place
/// @param nextName a root's, for when it becomes an inner node: the next name of a child; else 0
/// @param group a root's; else null
public record Leaf(
    long version,
    long clock,
    NavigableMap<Bytes, Register> registers,
    long nextName,
    @Nullable GroupName group)
    implements Item.Content {
  public Leaf {
    registers = Collections.unmodifiableNavigableMap(registers);
  }

  /// Creates a leaf that is not a root.
  public Leaf(long version, long clock, NavigableMap<Bytes, Register> registers) {
    this(version, clock, registers, 0, null);
  }

  /// A leaf of the same node with other registers.
  public Leaf with(long newVersion, long newClock, NavigableMap<Bytes, Register> others) {
    return new Leaf(newVersion, newClock, others, nextName, group);
  }

  /// The registers as they are when the clock shows `time`, without those that say nothing.
  public NavigableMap<Bytes, Register> alive(long time) {
    NavigableMap<Bytes, Register> alive = new TreeMap<>();
    registers.forEach((place, register) -> alive.put(place, register.at(time)));
    alive.values().removeIf(Register.NONE::equals);
    return alive;
  }

  public Register register(Bytes place) {
    return registers.getOrDefault(place, Register.NONE).at(clock);
  }

  /// The tally of this leaf, which its parent keeps.
  public Tally tally() {
    Map<Cell, Long> cells = new HashMap<>();
    long entries = 0;
    for (Register register : registers.values()) {
      Cell cell = register.cell();
      if (cell != null) {
        entries++;
        if (!cell.isWhole()) {
          cells.merge(cell, 1L, Long::sum);
        }
      }
    }
    return new Tally(version, entries, cells);
  }

  /// What was said last about a place: that an entry is there, or that there is none.
  ///
  /// @param cell the cell of the entry; null if there is none
  /// @param stamp who said it, for one to two fence periods. Null afterwards, and if it was a row
  ///   of a scan. Without cell and stamp there is nothing to keep
  public record Register(@Nullable Cell cell, @Nullable Stamp stamp) {
    public static final Register NONE = new Register(null, null);

    /// A register loses its stamp if the leaf's clock is this many periods ahead.
    private static final int PERIODS = 2;

    /// The record or repair that has written a register.
    ///
    /// @param tag as in [Fence#tag]; empty for a record
    /// @param period the leaf's clock when it was written
    public record Stamp(Sequence sequence, String tag, long period) {}

    public boolean isPresent() {
      return cell != null;
    }

    /// This register as it is when the leaf's clock shows `clock`.
    public Register at(long clock) {
      return stamp != null && stamp.period() <= clock - PERIODS ? new Register(cell, null) : this;
    }

    /// This register as writers compare it. Null for [#NONE].
    public @Nullable Fence fence(Bytes place) {
      Entry entry = cell == null ? null : new Entry(cell, Place.position(place));
      if (stamp != null) {
        return new Fence(stamp.sequence(), entry, stamp.tag());
      }
      return entry == null ? null : Fence.ofRow(entry);
    }
  }
}
