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

/// The answer of a [WriteScript] for one group of its call.
public sealed interface WriteAnswer {
  /// Nothing was written, because the slot has no marker of the generation.
  record Unmarked() implements WriteAnswer {}

  /// Nothing was written, because it was too late.
  record Expired() implements WriteAnswer {}

  /// Each op was decided.
  ///
  /// @param refused ops that their rule forbids
  /// @param undeclared ops that were not applied, because their fences name cells that the call did
  ///   not declare
  /// @param cells those cells
  /// @param at the time of the reply, by the server's clock
  /// @param last the last op that was applied, or that duplicates an op of this fence period; null
  ///   if there is none
  /// @param gone whether the witness of the call is gone
  record Decided(
      int applied,
      int duplicates,
      List<Op> refused,
      List<Op> undeclared,
      Set<Cell> cells,
      Instant at,
      @Nullable Op last,
      boolean gone)
      implements WriteAnswer {}

  /// Reads the answers to a call.
  ///
  /// @param groups the ops of each group of the call, in order
  /// @return an answer for each group, in order
  static List<WriteAnswer> of(Object reply, List<List<Op>> groups) {
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
      case -1 -> new Unmarked();
      case -2 -> new Expired();
      default -> {
        int duplicates = number(values);
        int last = number(values);
        Op latest = last == 0 ? null : ops.get(last - 1);
        boolean gone = number(values) == 1;
        yield new Decided(applied, duplicates, refused, undeclared, cells, at, latest, gone);
      }
    };
  }

  private static int number(Iterator<?> values) {
    return ((Long) values.next()).intValue();
  }
}
