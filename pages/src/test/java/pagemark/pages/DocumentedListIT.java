package pagemark.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.index.IndexServer;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.redis.RedisTopology;
import pagemark.sql.SqlServer;

/// Compiles the example of docs/index.md, and runs it on stores of three kinds.
@TakesLong(nightly = 30)
final class DocumentedListIT {
  private static final String PRINTED =
      """
      page 5 of 5: [o9, o8, o6, o5, o4, o3, o2, o1]
      {other=0, OPEN=48, PAID=1}
      """;

  @TempDir private static Path folder;

  @BeforeAll
  static void compile() throws Exception {
    DocumentedExample.compile(folder, "Orders", DocumentedExample.of("index.md"));
  }

  private static void assertPrints(IndexServer server) throws Exception {
    assertEquals(PRINTED, DocumentedExample.printed(folder, "Orders", server.url()));
  }

  @Test
  void runsOnRedis() throws Exception {
    assertPrints(RedisTopology.SINGLE_NODE);
  }

  @Test
  void runsOnSqlite() throws Exception {
    assertPrints(SqlServer.SQLITE);
  }

  @Nightly
  @Test
  void runsOnMySql() throws Exception {
    assertPrints(SqlServer.MYSQL);
  }
}
