package pagemark.redis.script;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.index.Op;
import pagemark.index.WriteResult;

/// The answer of a [WriteScript] for one group of its call.
///
/// @param result without the ops that are undeclared
/// @param undeclared ops that were not applied, because their fences name cells that the call did
///   not declare
/// @param cells those cells
/// @param at the time of the reply, by the server's clock
/// @param last the last op that was applied, or that duplicates an op of this fence period; null if
///   there is none
/// @param gone whether the witness of the call is gone
public record WriteAnswer(
    WriteResult result,
    List<Op> undeclared,
    Set<Cell> cells,
    Instant at,
    @Nullable Op last,
    boolean gone) {
  private static WriteAnswer nothing(WriteResult result, Instant at) {
    return new WriteAnswer(result, List.of(), Set.of(), at, null, false);
  }

  /// Reads the answers to a call.
  ///
  /// @param groups the ops of each group of the call, in order
  /// @return an answer for each group, in order
  public static List<WriteAnswer> of(Object reply, List<List<Op>> groups) {
    Iterator<?> values = ((List<?>) reply).iterator();
    Instant at = Instant.ofEpochMilli((Long) values.next());
    return groups.stream().map(ops -> next(values, at, ops)).toList();
  }

  private static WriteAnswer next(Iterator<?> values, Instant at, List<Op> ops) {
    List<Op> refused = new ArrayList<>();
    List<Op> undeclared = new ArrayList<>();
    Set<Cell> cells = new HashSet<>();
    for (int number = number(values); number != 0; number = number(values)) {
      if (number > 0) {
        refused.add(ops.get(number - 1));
      } else {
        undeclared.add(ops.get(-number - 1));
        cells.add(new Cell(Bytes.of((byte[]) values.next()).text()));
      }
    }
    int applied = number(values);
    return switch (applied) {
      case -1 -> nothing(new WriteResult.Unmarked(), at);
      case -2 -> nothing(new WriteResult.Expired(), at);
      default -> {
        WriteResult written = new WriteResult.Written(applied, number(values), refused);
        int last = number(values);
        Op latest = last == 0 ? null : ops.get(last - 1);
        yield new WriteAnswer(written, undeclared, cells, at, latest, number(values) == 1);
      }
    };
  }

  private static int number(Iterator<?> values) {
    return ((Long) values.next()).intValue();
  }
}
