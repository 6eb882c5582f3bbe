package pagemark.state;

final class InMemorySuspectsTest extends SuspectsContract {
  private final Suspects suspects = new InMemorySuspects();

  @Override
  protected Suspects suspects() {
    return suspects;
  }
}
