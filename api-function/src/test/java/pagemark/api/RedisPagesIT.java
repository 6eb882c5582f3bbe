package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pagemark.api.Front.Reply;
import pagemark.embedded.RedisServer;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.pages.Definitions;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Pages from a real Redis: the same as from the in-memory index.
final class RedisPagesIT {
  private static final List<Map<String, AttributeValue>> COMMENTS =
      IntStream.range(0, 400)
          .mapToObj(
              i -> {
                int minute = Math.max(0, Math.min(i - 60, 300)) / 40;
                return Shop.comment("user%03d".formatted(i), "T", "2024-05-01 00:0" + minute);
              })
          .toList();

  @Test
  void pagesAreTheTableInOrderAndARedisThatIsGoneIs503() {
    try (RedisServer redis = RedisServer.start(RedisServer.Options.inMemory());
        IndexStore index = IndexStores.open(redis.uri().toString(), IndexSettings.DEFAULT)) {
      Shop shop = new Shop("redis-pages", Definitions.COMMENTS, index).open();
      shop.put(COMMENTS);
      List<String> keys = COMMENTS.stream().map(item -> Shop.text(item, "PK")).toList();
      assertEquals(keys, walk(shop.front(), "ascending", 7));
      assertEquals(keys.reversed(), walk(shop.front(), "descending", 7));
      assertEquals(keys, walk(shop.front(), "ascending", 100));
      redis.kill();
      Reply reply = shop.front().get("/comments/T?page=2");
      assertEquals(503, reply.status());
      assertEquals("1", reply.header("Retry-After"));
    }
  }

  /// Follows `next` from the first page.
  private static List<String> walk(Front front, String order, int size) {
    List<String> keys = new ArrayList<>();
    String url = "/comments/T?order=%s&size=%d".formatted(order, size);
    for (int page = 0; url != null && page < 100; page++) {
      Reply reply = front.get(url);
      keys.addAll(PageReadsIT.keys(reply));
      assertEquals(400, reply.body().at("/page/totalItems").intValue());
      url = reply.body().at("/links/next").textValue();
    }
    return keys;
  }
}
