package pagemark.redis;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.index.Op;
import pagemark.key.Bytes;
import pagemark.key.Cell;

/// The reply of `apply.lua` and `remove.lua`.
///
/// @param refused ops that their rule forbids
/// @param undeclared ops that were not applied, because their fences name cells that the call did
///   not declare
/// @param cells those cells
/// @param at the time of the reply, by the server's clock
/// @param last the last op that was applied, or that duplicates an op of this fence period; null if
///   there is none
/// @param gone whether the witness of the call is gone
record WriteReply(
    int applied,
    int duplicates,
    List<Op> refused,
    List<Op> undeclared,
    Set<Cell> cells,
    Instant at,
    @Nullable Op last,
    boolean gone) {

  /// @param ops the ops of the call, in order
  static WriteReply of(List<?> reply, List<Op> ops) {
    List<Op> refused = new ArrayList<>();
    for (Object number : (List<?>) reply.get(3)) {
      refused.add(op(ops, number));
    }
    List<Op> undeclared = new ArrayList<>();
    Set<Cell> cells = new HashSet<>();
    List<?> pairs = (List<?>) reply.get(4);
    for (int i = 0; i < pairs.size(); i += 2) {
      undeclared.add(op(ops, pairs.get(i)));
      cells.add(new Cell(Bytes.of((byte[]) pairs.get(i + 1)).text()));
    }
    return new WriteReply(
        count(reply, 1),
        count(reply, 2),
        refused,
        undeclared,
        cells,
        Instant.ofEpochMilli((Long) reply.getFirst()),
        count(reply, 5) == 0 ? null : op(ops, reply.get(5)),
        count(reply, 6) == 1);
  }

  private static Op op(List<Op> ops, Object number) {
    return ops.get(((Long) number).intValue() - 1);
  }

  private static int count(List<?> reply, int index) {
    return ((Long) reply.get(index)).intValue();
  }
}
