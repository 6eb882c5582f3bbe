package pagemark.dynamodb.tree;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import pagemark.dynamodb.node.Inner;
import pagemark.dynamodb.node.Leaf;
import pagemark.dynamodb.node.Register;
import pagemark.entry.Bytes;
import pagemark.entry.Place;

/// What a sweep makes of the leaves of a lowest inner node. Pure.
///
/// - Stamps that are too old go, and registers that say nothing without them.
/// - Small neighbours become one leaf. A leaf without registers joins any neighbour.
/// - If a separator has bytes of a key that is gone, both leaves beside it are made anew, with
///   another separator between them. A leaf whose range changes needs a new id: else a writer that
///   knows the old range would put a place into it that is not its own.
///
/// @param isWhole false if there is more to join than one sweep may
record LeafRuns(List<Run> runs, boolean isWhole) {
  /// A transaction has room for two of this length.
  private static final int LENGTH_MAX = 48;

  /// Neighbours that become one leaf.
  ///
  /// @param from the index of the first
  /// @param to the index after the last
  /// @param clock the latest of all, so that it refuses each batch that one of them refuses
  /// @param changes the number of registers that were dropped or changed
  /// @param separator where the leaf begins; null if it begins where the first one does
  /// @param isNew whether the leaf gets a new id
  record Run(
      int from,
      int to,
      NavigableMap<Bytes, Register> registers,
      long clock,
      int changes,
      @Nullable Bytes separator,
      boolean isNew) {

    /// A leaf alone, without what is too old.
    ///
    /// The clock rises as far as it must: at the clock, the registers that go say nothing.
    static Run of(int child, Leaf leaf, long period) {
      NavigableMap<Bytes, Register> registers = leaf.registers();
      long clock = leaf.clock();
      if (clock > period + 1) {
        Fold fold = Fold.of(leaf, List.of(), period);
        registers = fold.registers();
        clock = fold.clock();
      } else if (!leaf.alive(Math.max(clock, period)).equals(registers)) {
        registers = leaf.alive(period);
        clock = Math.max(clock, registers.equals(leaf.alive(period - 1)) ? period - 1 : period);
      }
      NavigableMap<Bytes, Register> left = registers;
      int changes =
          (int)
              leaf.registers().entrySet().stream()
                  .filter(each -> !each.getValue().equals(left.get(each.getKey())))
                  .count();
      return new Run(child, child + 1, registers, clock, changes, null, false);
    }

    int length() {
      return to - from;
    }

    /// The leaf that this becomes.
    Leaf leaf() {
      return new Leaf(1, clock, registers);
    }

    private Run with(Run next) {
      NavigableMap<Bytes, Register> all = new TreeMap<>(registers);
      all.putAll(next.registers());
      return new Run(
          from, next.to, all, Math.max(clock, next.clock), changes + next.changes, separator, true);
    }

    private Run renewed(@Nullable Bytes begin) {
      return new Run(from, to, registers, clock, changes, begin, true);
    }
  }

  static LeafRuns of(Inner inner, List<Leaf> leaves, int bytesMax, long period) {
    List<Run> runs = new ArrayList<>();
    boolean isWhole = true;
    for (int i = 0; i < leaves.size(); i++) {
      Run next = Run.of(i, leaves.get(i), period);
      boolean fits = !runs.isEmpty() && fits(runs.getLast(), next, bytesMax);
      boolean joins = fits && runs.getLast().length() < LENGTH_MAX;
      isWhole &= fits == joins;
      if (joins) {
        runs.add(runs.removeLast().with(next));
      } else {
        runs.add(next);
      }
    }
    for (int i = 1; i < runs.size(); i++) {
      Run left = runs.get(i - 1);
      Run right = runs.get(i);
      if (hasForeignKey(inner.children().get(right.from()).separator(), right.registers())
          && !left.registers().isEmpty()
          && !right.registers().isEmpty()) {
        Bytes fresh = LeafSplit.shortest(left.registers().lastKey(), right.registers().firstKey());
        runs.set(i - 1, left.renewed(left.separator()));
        runs.set(i, right.renewed(fresh));
      }
    }
    return new LeafRuns(List.copyOf(runs), isWhole);
  }

  private static boolean fits(Run left, Run right, int bytesMax) {
    return left.registers().isEmpty()
        || right.registers().isEmpty()
        || left.with(right).leaf().bytes() <= NodeLimits.JOINED * bytesMax;
  }

  /// Whether a separator has bytes of a key, and the first place behind it does not begin with
  /// them. So the key may be of an item that is gone.
  ///
  /// @param behind the registers of the leaf that begins there
  static boolean hasForeignKey(Bytes separator, NavigableMap<Bytes, Register> behind) {
    return Place.hasMember(separator)
        && (behind.isEmpty() || !startsWith(behind.firstKey(), separator));
  }

  private static boolean startsWith(Bytes place, Bytes first) {
    int length = first.length();
    return place.length() >= length
        && Arrays.equals(place.toArray(), 0, length, first.toArray(), 0, length);
  }
}
