package pagemark.tree.write;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.index.Fence;
import pagemark.index.Verdict;
import pagemark.tree.node.Item;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.Leaf.Register;
import pagemark.tree.node.Leaf.Register.Stamp;
import pagemark.tree.node.NodeKey;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.NodeRequest.Expected;
import pagemark.tree.request.NodeRequest.Write;

/// The leaves of a lowest inner node as a sweep leaves them. Only computes; writes nothing.
///
/// - Stamps that are too old go, and registers that say nothing without them.
/// - Neighbours that fit into three quarters of a leaf become one. A leaf without registers joins
///   any neighbour.
///
/// @param isMore whether there may be more to join than one transaction can
record SweptLeaves(List<Run> runs, boolean isMore) {
  /// The writes of a transaction but those of the inner node.
  private static final int WRITES_MAX = NodeRequest.Transaction.WRITES_MAX - 2;

  /// Neighbours as they must be.
  ///
  /// @param from the index of the first
  /// @param to the index after the last
  /// @param leaf what they become. One that replaces several has the latest clock, so that it
  ///   refuses each batch that one of them refuses
  record Run(int from, int to, Leaf leaf, boolean isChange) {
    /// A leaf alone. The clock rises as far as it must: at the clock, the registers that go say
    /// nothing.
    static Run of(int child, Leaf leaf, long period) {
      NavigableMap<Bytes, Register> left = leaf.registers();
      long clock = leaf.clock();
      if (clock > period + 1) {
        Fold fold = Fold.of(leaf, List.of(), period);
        left = fold.registers();
        clock = fold.clock();
      } else if (!leaf.alive(Math.max(clock, period)).equals(left)) {
        left = leaf.alive(period);
        clock = Math.max(clock, left.equals(leaf.alive(period - 1)) ? period - 1 : period);
      }
      Leaf after = leaf.with(leaf.version() + 1, clock, left);
      return new Run(child, child + 1, after, !left.equals(leaf.registers()));
    }

    boolean isAlone() {
      return to == from + 1;
    }

    private Run with(Run next) {
      NavigableMap<Bytes, Register> all = new TreeMap<>(leaf.registers());
      all.putAll(next.leaf.registers());
      long clock = Math.max(leaf.clock(), next.leaf.clock());
      return new Run(from, next.to, new Leaf(1, clock, all), true);
    }

    private boolean fits(Run next, NodeLimits limits) {
      return leaf.registers().isEmpty()
          || next.leaf.registers().isEmpty()
          || limits.bytes(with(next).leaf) <= NodeLimits.JOINED * limits.leafBytes();
    }
  }

  static SweptLeaves of(List<Leaf> leaves, NodeLimits limits, long period) {
    List<Run> runs = new ArrayList<>();
    int writes = 0;
    boolean isMore = false;
    for (int i = 0; i < leaves.size(); i++) {
      Run next = Run.of(i, leaves.get(i), period);
      Run last = runs.isEmpty() ? null : runs.getLast();
      if (last == null || !last.fits(next, limits)) {
        runs.add(next);
        continue;
      }
      int more = last.isAlone() ? 3 : 1;
      boolean joins = writes + more <= WRITES_MAX;
      writes += joins ? more : 0;
      isMore |= !joins;
      runs.add(joins ? runs.removeLast().with(next) : next);
    }
    return new SweptLeaves(runs, isMore || (runs.size() == 1 && leaves.size() > 1));
  }

  /// The write that a root leaf needs: it goes, or loses registers. Null if it needs none.
  static @Nullable Write ofRoot(NodeKey root, Leaf leaf, long period) {
    if (!isNeeded(leaf, period)) {
      return new NodeRequest.Delete(root, Item.Name.N, Expected.unchanged(leaf));
    }
    Run run = Run.of(0, leaf, period);
    return run.isChange ? new NodeRequest.Put(root, run.leaf, Expected.unchanged(leaf)) : null;
  }

  /// Whether a leaf has entries, or had a stamped register a period ago. If a sweep has dropped its
  /// registers, its clock tells when.
  static boolean isNeeded(Leaf leaf, long period) {
    boolean isRecent = leaf.clock() == period || leaf.clock() == period + 1;
    return leaf.registers().isEmpty()
        ? isRecent
        : !leaf.alive(Math.max(leaf.clock(), period) - 1).isEmpty();
  }

  /// Judges ops by the registers of their leaf, and gives the registers as they must be. Pure.
  ///
  /// Time is counted in fence periods. A leaf's clock is the latest period of a write. A batch of
  /// an earlier period is refused whole, because the registers that should stop its ops may be
  /// gone; so its items are repaired from the table.
  ///
  /// @param registers after the ops, without those that say nothing any more
  /// @param clock after the ops
  /// @param verdicts one for each op
  /// @param isChange whether the leaf must be put. Old registers alone are no reason
  record Fold(
      NavigableMap<Bytes, Register> registers,
      long clock,
      Map<PlaceOp, Verdict> verdicts,
      boolean isChange) {
    /// @param leaf null if there is none yet
    /// @param period of the batch, when its records were found young enough
    static Fold of(@Nullable Leaf leaf, List<PlaceOp> ops, long period) {
      Leaf before = leaf == null ? new Leaf(0, period, new TreeMap<>()) : leaf;
      Map<PlaceOp, Verdict> verdicts = new LinkedHashMap<>();
      if (period == before.clock() - 1) {
        ops.forEach(op -> verdicts.put(op, Verdict.REFUSED));
        return new Fold(before.registers(), before.clock(), verdicts, false);
      }
      NavigableMap<Bytes, Register> registers = new TreeMap<>(alive(before, period));
      boolean isChange = false;
      for (PlaceOp op : presencesFirst(ops)) {
        Register now = registers.getOrDefault(op.place(), Register.NONE);
        Verdict verdict =
            isVoid(op, verdicts)
                ? Verdict.REFUSED
                : Verdict.ofPlace(op.rule(), now.fence(op.place()), op.cell());
        verdicts.put(op, verdict);
        if (verdict == Verdict.APPLIED) {
          Register left = left(op, period);
          isChange |= !left.equals(now);
          registers.put(op.place(), left);
        }
      }
      registers.values().removeIf(Register.NONE::equals);
      return new Fold(registers, period, verdicts, isChange);
    }

    private static List<PlaceOp> presencesFirst(List<PlaceOp> ops) {
      return ops.stream().sorted(Comparator.comparing(PlaceOp::isPresence).reversed()).toList();
    }

    /// If a repair's put is refused, so are its removals; else the item would vanish.
    private static boolean isVoid(PlaceOp op, Map<PlaceOp, Verdict> verdicts) {
      return op.needsItsPresence()
          && verdicts.entrySet().stream()
              .anyMatch(e -> e.getKey().op() == op.op() && e.getValue() == Verdict.REFUSED);
    }

    /// The registers that still say something. A clock that is more than a period ahead was wrong:
    /// its registers count as those of today.
    private static NavigableMap<Bytes, Register> alive(Leaf leaf, long period) {
      if (leaf.clock() <= period) {
        return leaf.alive(period);
      }
      NavigableMap<Bytes, Register> alive = new TreeMap<>();
      leaf.registers().forEach((place, register) -> alive.put(place, notAfter(register, period)));
      return alive;
    }

    private static Register notAfter(Register register, long period) {
      Stamp stamp = register.stamp();
      return stamp == null
          ? register
          : new Register(
              register.cell(),
              new Stamp(stamp.sequence(), stamp.tag(), Math.min(stamp.period(), period)));
    }

    private static Register left(PlaceOp op, long period) {
      Fence left = op.rule().leaves(null);
      return new Register(
          op.cell(), left == null ? null : new Stamp(left.sequence(), left.tag(), period));
    }
  }
}
