package pagemark.rebuild;

import pagemark.state.RebuildCounts;

/// Is told how a rebuild goes, by any of its threads.
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

  /// It does not go on with what an earlier one has begun.
  void gaveUp(String why);

  /// It goes on with what an earlier one has begun.
  void resumed(RebuildCounts before);

  /// So many writers do not follow the new generation yet.
  void waitingFor(int writers);

  /// A page was applied.
  void moved(RebuildCounts more);

  /// The store has lost a part of what was built.
  void beganAnew(int round);
}
