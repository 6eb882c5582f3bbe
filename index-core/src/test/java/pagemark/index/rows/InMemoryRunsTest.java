package pagemark.index.rows;

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
