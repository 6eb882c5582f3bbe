package pagemark.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ServerSignTest {
  @TempDir private Path folder;

  @Test
  void everyOneThatOpensTheFileSeesTheSameCount() {
    Path file = folder.resolve("sign");
    ServerSign server = ServerSign.open(file);
    ServerSign owner = ServerSign.open(file);
    assertEquals(0, owner.writes());

    server.add();
    server.add();
    assertEquals(2, owner.writes());
    assertEquals(2, ServerSign.open(file).writes(), "it is kept if the file is opened again");
  }
}
