package pagemark.state.rebuild;

import pagemark.state.Generations;
import pagemark.state.InMemoryState;
import pagemark.state.writer.InMemoryWriters;
import pagemark.state.writer.Writers;

final class InMemoryRebuildsTest extends RebuildContract {
  private final InMemoryState state = new InMemoryState();
  private final InMemoryRebuilds rebuilds = new InMemoryRebuilds(state);
  private final InMemoryWriters writers = new InMemoryWriters();

  @Override
  protected Rebuilds rebuilds() {
    return rebuilds;
  }

  @Override
  protected Writers writers() {
    return writers;
  }

  @Override
  protected Generations generations() {
    return state;
  }
}
