package pagemark.tree.write;

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
import pagemark.tree.node.Leaf;
import pagemark.tree.node.Register;
import pagemark.tree.node.Register.Stamp;

/// Judges ops by the registers of their leaf, and gives the registers as they must be. Pure.
///
/// Time is counted in fence periods. A leaf's clock is the latest period of a write. A batch of an
/// earlier period is refused whole, because the registers that should stop its ops may be gone; so
/// its items are repaired from the table.
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
