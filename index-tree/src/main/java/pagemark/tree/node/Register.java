package pagemark.tree.node;

import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Place;
import pagemark.index.Fence;
import pagemark.index.Sequence;

/// What was said last about a place: that an entry is there, or that there is none.
///
/// @param cell the cell of the entry; null if there is none
/// @param stamp who said it, for one to two fence periods. Null afterwards, and if it was a row of
///   a scan. Without cell and stamp there is nothing to keep
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
