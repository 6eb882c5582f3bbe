package pagemark.audit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import pagemark.index.GroupLook;
import pagemark.index.IndexException;
import pagemark.index.LookResult;
import pagemark.index.LookResult.Register;
import pagemark.index.PageIndexWriter;
import pagemark.repair.Sleeper;

/// Looks up registers, with two retries if the store fails for a moment.
record RetryingLooks(PageIndexWriter index, Sleeper sleeper) {
  private static final int TRIES_MAX = 3;
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /// @param torn takes each group whose tree is torn
  /// @return the registers of each look, in order; none for a torn group
  /// @throws IndexException.NotReady if the store has lost a slot
  /// @throws IndexException.Unavailable if the store fails at every try
  List<List<Register>> look(List<GroupLook> looks, Consumer<IndexException.Torn> torn) {
    for (int tries = 1; ; tries++) {
      try {
        return once(looks, torn);
      } catch (IndexException.Unavailable e) {
        if (tries == TRIES_MAX) {
          throw e;
        }
        sleeper.sleep(PAUSE);
      }
    }
  }

  /// @throws IndexException.Torn if a group's tree is torn
  List<List<Register>> look(List<GroupLook> looks) {
    return look(
        looks,
        torn -> {
          throw torn;
        });
  }

  private List<List<Register>> once(List<GroupLook> looks, Consumer<IndexException.Torn> torn) {
    List<LookResult> results = index.look(looks);
    List<List<Register>> registers = new ArrayList<>();
    for (int i = 0; i < looks.size(); i++) {
      switch (results.get(i)) {
        case LookResult.Looked looked -> registers.add(looked.registers());
        case LookResult.Unmarked() ->
            throw new IndexException.NotReady(looks.get(i).group().generation());
        case LookResult.Failed(IndexException.Torn cause) -> {
          torn.accept(cause);
          registers.add(List.of());
        }
        case LookResult.Failed(var cause) -> throw cause;
      }
    }
    return registers;
  }
}
