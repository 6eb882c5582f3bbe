package pagemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/// The story: Redis lost the write of one note, with its fence (the test drops all fences of the
/// group). No record of the note came again, so it stayed out of the index until somebody ran an
/// audit, although the Query returned the note to every reader of its page.
final class HealedHoleIT {
  @TempDir private Path folder;

  @Test
  void readingThePageRestoresTheLostEntry() throws Exception {
    try (NotesStack local = NotesStack.start(folder)) {
      lose(local, "n7");
      var thin = local.page(1, 20);
      assertEquals(49, thin.at("/page/totalItems").intValue());

      NotesStack.Exit redriven = local.run("redrive", "--json").ended(0);
      assertEquals(1, redriven.json().get("suspectsSettled").intValue());
      var whole = local.page(1, 20);
      assertEquals(50, whole.at("/page/totalItems").intValue());
      assertEquals("n7", whole.at("/items/7/id").textValue());
      local.run("audit").ended(0);
    }
  }

  private static void lose(NotesStack local, String id) {
    try (Jedis redis = new Jedis(URI.create(local.stack().index()))) {
      String group = redis.keys("pm:*:{notes/a}:all").iterator().next().replaceFirst(":all$", "");
      assertEquals(1, redis.zrem(group + ":all", id));
      assertTrue(redis.del(group + ":packed:0", group + ":packed:1") > 0);
    }
  }
}
