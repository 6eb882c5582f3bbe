package pagemark.state;

final class InMemoryWalksTest extends WalksContract {
  @Override
  Walks walks() {
    return new InMemoryWalks();
  }
}
