package pagemark.state.writer;

import pagemark.state.LocalDynamo;
import pagemark.state.StateStore;

final class WritersIT extends WritersTest {
  private static final LocalDynamo DYNAMO = LocalDynamo.create();

  @Override
  StateStore state() {
    return DYNAMO.state();
  }
}
