package pagemark.state;

import org.junit.jupiter.api.BeforeAll;

/// Leases of sweeps in the state table pass the contract on DynamoDB Local.
final class SweepItemsIT extends SweepLeasesContract {
  private static SweepLeases leases;

  @BeforeAll
  static void create() {
    LocalDynamo dynamo = LocalDynamo.create();
    leases = new SweepItems(dynamo.client(), dynamo.table());
  }

  @Override
  SweepLeases leases() {
    return leases;
  }
}
