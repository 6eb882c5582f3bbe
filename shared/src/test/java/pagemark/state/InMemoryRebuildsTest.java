package pagemark.state;

final class InMemoryRebuildsTest extends RebuildContract {
  private final InMemoryRebuilds rebuilds = new InMemoryRebuilds();
  private final InMemoryWriters writers = new InMemoryWriters();

  @Override
  protected Rebuilds rebuilds() {
    return rebuilds;
  }

  @Override
  protected Writers writers() {
    return writers;
  }
}
