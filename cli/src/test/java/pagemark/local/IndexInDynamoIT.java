package pagemark.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.listing.json.Listings;
import pagemark.local.LocalStack.LocalOptions;
import pagemark.local.sample.Sample;
import pagemark.rebuild.RebuildListener;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Runs a stack whose index is in its own DynamoDB Local, without a Redis.
@TakesLong(nightly = 15)
@Nightly
final class IndexInDynamoIT {
  private static final Listings LISTINGS = Sample.listings(Map.of("TABLE_NAME", "comments"));
  private static final String PAGE = "/comments/DAFT_PUNK_TSHIRT?rating=4,5&page=2&size=5";

  @TempDir private Path folder;
  private final List<String> log = Collections.synchronizedList(new ArrayList<>());

  private LocalStack start(String index) {
    LocalOptions options = new LocalOptions(0, 0, 0, index, LISTINGS, 200);
    return LocalStack.start(options.in(folder), log::add);
  }

  private static String get(LocalStack stack, String path) throws Exception {
    var response = LocalHttp.get(stack, path);
    assertEquals(200, response.statusCode(), response.body());
    String cost = response.headers().firstValue("Pagemark-Cost").orElse("");
    assertTrue(cost.matches(".*, round-trips=1, index-read-units=(0[.]5|[1-9][.][05])"), cost);
    return response.body().replaceFirst(",\"cursors\".*", ""); // their keys are not kept
  }

  @Test
  void tableIsFoundAgainAndItsIndexBuiltAndFollowed() throws Exception {
    String before;
    int tables;
    try (LocalStack stack = start("dynamodb:")) {
      assertEquals("dynamodb:pagemark?endpoint=" + stack.dynamodb(), stack.index());
      stack.loadSample();
      before = get(stack, PAGE);
      tables = stack.client().listTables().tableNames().size();
    }
    assertFalse(Files.exists(folder.resolve("redis")), "no Redis has run");
    try (LocalStack stack = start("dynamodb:")) {
      assertTrue(stack.await(Duration.ofSeconds(20)).isCaughtUp());
      stack.build("comments", RebuildListener.NONE);
      assertEquals(before, get(stack, PAGE));
      assertEquals(tables, stack.client().listTables().tableNames().size());
      Map<String, AttributeValue> key = Map.of("PK", AttributeValue.fromS("omar"));
      stack.client().deleteItem(d -> d.tableName(stack.table()).key(key));
      assertTrue(stack.await(Duration.ofSeconds(20)).isCaughtUp());
      assertFalse(get(stack, "/comments/DAFT_PUNK_TSHIRT?size=100").contains("\"omar\""));
    }
    assertEquals(List.of(), log);
  }
}
