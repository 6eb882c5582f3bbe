package pagemark.state;

final class InMemoryStateTest extends StateContract {
  private final InMemoryState state = new InMemoryState();

  @Override
  protected Generations generations() {
    return state;
  }

  @Override
  protected Quarantine quarantine() {
    return state;
  }
}
