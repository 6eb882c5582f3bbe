package pagemark.rebuild;

import pagemark.state.rebuild.RebuildCounts;

/// Hears of a rebuild's progress. Any of the rebuild's threads may call it.
public interface RebuildListener {
  RebuildListener NONE =
      new RebuildListener() {
        @Override
        public void gaveUp(String why) {}

        @Override
        public void resumed(RebuildCounts before) {}

        @Override
        public void waitingFor(int writers) {}

        @Override
        public void moved(RebuildCounts more) {}

        @Override
        public void beganAnew(int round) {}
      };

  /// The rebuild begins anew, and does not go on with an earlier one.
  void gaveUp(String why);

  /// The rebuild goes on with an earlier one.
  void resumed(RebuildCounts before);

  /// The rebuild waits for writers that do not follow the new generation yet.
  void waitingFor(int writers);

  /// Rows were read, and applied or kept to be sorted.
  ///
  /// @param more counts less than nothing if rows became too old and must be read again
  void moved(RebuildCounts more);

  /// The store has lost a part of the new index, and all steps begin anew.
  void beganAnew(int round);
}
