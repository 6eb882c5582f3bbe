package pagemark.state;

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
