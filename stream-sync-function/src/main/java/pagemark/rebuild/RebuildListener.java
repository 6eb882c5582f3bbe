package pagemark.rebuild;

import java.util.OptionalLong;
import pagemark.state.rebuild.RebuildCounts;

/// Hears of a rebuild's progress. Any of the rebuild's threads may call it.
public interface RebuildListener {
  RebuildListener NONE = new RebuildListener() {};

  /// The rebuild begins anew, and does not go on with an earlier one.
  default void gaveUp(String why) {}

  /// The rebuild goes on with an earlier one.
  default void resumed(RebuildCounts before) {}

  /// The rebuild waits until the stream's consumer is less behind.
  ///
  /// @param lagMillis empty if its first note is waited for
  default void waitingFor(OptionalLong lagMillis) {}

  /// The rebuild waits for writers that do not follow the new generation yet.
  default void waitingFor(int writers) {}

  /// Rows were read, and applied or kept to be sorted.
  ///
  /// @param more counts less than nothing if rows became too old and must be read again
  default void moved(RebuildCounts more) {}

  /// The store has lost a part of the new index, and all steps begin anew.
  default void beganAnew(int round) {}
}
