package pagemark.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import pagemark.embedded.RedisServer;
import pagemark.entry.Group;
import pagemark.index.GroupRef;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.Inspector.Weight;

/// A server that has no command MEMORY, as some that are managed.
final class UntoldMemoryIT {
  private static final GroupRef GROUP = new GroupRef("g1", "a", new Group("b"));

  @Test
  void bytesAreUnknownIfTheServerDoesNotKnowTheCommand() {
    RedisServer.Options options =
        new RedisServer.Options(0, null, List.of("--rename-command", "MEMORY", ""), null);
    try (RedisServer server = RedisServer.start(options);
        IndexStore index = IndexStores.open(server.uri().toString(), IndexSettings.DEFAULT)) {
      assertEquals(Optional.of(new Weight(0, true, 0)), index.inspector().weight(GROUP, List.of()));
    }
  }
}
