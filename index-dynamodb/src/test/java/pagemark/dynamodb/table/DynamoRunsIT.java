package pagemark.dynamodb.table;

import java.time.Duration;
import java.time.Instant;
import pagemark.dynamodb.request.LocalTables;
import pagemark.index.rows.RowRuns;
import pagemark.index.rows.RowRunsContract;
import pagemark.state.Generation.GenerationId;

final class DynamoRunsIT extends RowRunsContract {
  private static final int LOOKS_MAX = 100;

  @Override
  protected RowRuns runs() {
    LocalTables local = LocalTables.create();
    return new DynamoRuns(
        local.calls(),
        local.names(),
        new GenerationTables(
            local.calls(), local.names(), TableSettings.DEFAULT, LOOKS_MAX, Duration.ofMillis(10)));
  }

  @Override
  protected String generation() {
    return GenerationId.next(Instant.now());
  }
}
