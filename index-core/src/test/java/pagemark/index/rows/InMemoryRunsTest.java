package pagemark.index.rows;

import pagemark.index.TakesLong;

@TakesLong(nightly = 5)
final class InMemoryRunsTest extends RowRunsContract {
  @Override
  protected RowRuns runs() {
    return new InMemoryRuns(1);
  }

  @Override
  protected String generation() {
    return "g";
  }
}
