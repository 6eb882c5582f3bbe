package pagemark.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ServerSignTest {
  @TempDir private Path folder;

  @Test
  void everyOneThatOpensTheFileSeesTheSameCounts() {
    Path file = folder.resolve("sign");
    ServerSign server = ServerSign.open(file);
    ServerSign owner = ServerSign.open(file);
    assertEquals(new Writes(0, 0), owner.writes());

    server.begin();
    server.begin();
    server.end();
    assertEquals(new Writes(2, 1), owner.writes());
    assertFalse(owner.writes().areOver());
    server.end();
    assertTrue(owner.writes().areOver());
    assertEquals(new Writes(2, 2), ServerSign.open(file).writes(), "the file is opened again");
  }
}
