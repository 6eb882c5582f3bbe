package pagemark.state.writer;

final class InMemoryWritersTest extends WritersContract {
  private final InMemoryWriters writers = new InMemoryWriters();

  @Override
  protected Writers writers() {
    return writers;
  }
}
