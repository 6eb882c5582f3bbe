package pagemark.state;

final class InMemorySweepLeasesTest extends SweepLeasesContract {
  private final SweepLeases leases = new InMemorySweepLeases();

  @Override
  SweepLeases leases() {
    return leases;
  }
}
