package pagemark.state.rebuild;

import pagemark.state.Generations;
import pagemark.state.LocalDynamo;

final class RebuildsIT extends RebuildsTest {
  private static final LocalDynamo DYNAMO = LocalDynamo.create();

  @Override
  Generations state() {
    return DYNAMO.state();
  }
}
