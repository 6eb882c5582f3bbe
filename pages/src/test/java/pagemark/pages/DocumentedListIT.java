package pagemark.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.redis.RedisTopology;
import pagemark.sql.SqlServer;

/// Compiles the example of docs/index.md, and runs it on stores of two kinds.
final class DocumentedListIT {
  private static final String PRINTED =
      """
      page 5 of 5: [o9, o8, o6, o5, o4, o3, o2, o1]
      {other=0, OPEN=48, PAID=1}
      """;

  @Test
  void printsTheSameOnEachStore(@TempDir Path folder) throws Exception {
    DocumentedExample.compile(folder, "Orders", DocumentedExample.of("index.md"));
    Map<String, String> urls =
        Map.of("Redis", RedisTopology.SINGLE_NODE.url(), "SQLite", SqlServer.SQLITE.url());
    for (var store : urls.entrySet()) {
      String printed = DocumentedExample.printed(folder, "Orders", store.getValue());
      assertEquals(PRINTED, printed, store.getKey());
    }
  }
}
