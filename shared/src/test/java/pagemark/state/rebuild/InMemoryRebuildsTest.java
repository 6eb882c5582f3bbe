package pagemark.state.rebuild;

import pagemark.state.Generations;
import pagemark.state.InMemoryState;

final class InMemoryRebuildsTest extends RebuildContract {
  private final InMemoryState state = new InMemoryState();
  private final InMemoryRebuilds rebuilds = new InMemoryRebuilds(state);

  @Override
  protected Rebuilds rebuilds() {
    return rebuilds;
  }

  @Override
  protected Generations generations() {
    return state;
  }
}
