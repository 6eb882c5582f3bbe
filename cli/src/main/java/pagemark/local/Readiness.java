package pagemark.local;

import pagemark.index.IndexException;
import pagemark.index.Markers;
import pagemark.local.data.LocalState;
import pagemark.state.Generation;
import pagemark.state.Generations;

/// Whether listings have complete indexes that may be shown.
///
/// @param shown the generations that the API may show
record Readiness(LocalState state, Generations shown) {

  /// Whether every listing has one. False if the index does not answer.
  boolean isReady() {
    return state.listings().byName().keySet().stream().allMatch(this::isReady);
  }

  boolean isReady(String listing) {
    try {
      return shown.serving(listing).filter(this::isComplete).isPresent();
    } catch (IndexException e) {
      return false;
    }
  }

  private boolean isComplete(Generation generation) {
    Markers markers = state.index().store().markers();
    int ready = markers.count(generation.id()).getOrDefault(Markers.State.READY, 0);
    return ready == markers.slots();
  }
}
