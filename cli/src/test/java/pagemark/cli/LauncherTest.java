package pagemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.DataInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

final class LauncherTest {
  private static final int JAVA_8 = 52;

  @Test
  void launcherCanBeLoadedByJava8() throws IOException {
    try (var file = new DataInputStream(Launcher.class.getResourceAsStream("Launcher.class"))) {
      file.skipBytes(6);
      assertEquals(JAVA_8, file.readUnsignedShort());
    }
  }
}
