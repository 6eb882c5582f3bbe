package pagemark.tree.write;

import java.util.HashMap;
import java.util.Map;
import pagemark.index.Verdict;

/// The verdicts on changes, each of which has ops in several leaves: refused if one op was; else
/// applied if one was; else a duplicate.
final class Verdicts {
  private final Map<Integer, Verdict> byChange = new HashMap<>();

  void add(Map<PlaceOp, Verdict> verdicts) {
    verdicts.forEach(
        (op, verdict) -> byChange.merge(op.op(), verdict, (a, b) -> isStronger(a, b) ? a : b));
  }

  private static boolean isStronger(Verdict a, Verdict b) {
    return a == Verdict.REFUSED || (a == Verdict.APPLIED && b == Verdict.DUPLICATE);
  }

  /// Whether an op is void, because its change was refused where it says that the item is.
  boolean isVoid(PlaceOp op) {
    return op.needsItsPresence() && byChange.get(op.op()) == Verdict.REFUSED;
  }

  /// By the number of the change.
  Map<Integer, Verdict> byChange() {
    return byChange;
  }
}
