package pagemark.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RedisBinaryTest {
  @TempDir private Path temp;

  @Test
  void theEmbeddedBinaryIsUsedIfItRuns() throws IOException {
    Path embedded = script("embedded", "exit 0");
    assertEquals(embedded, RedisServer.Binary.choose(() -> Optional.of(embedded), Optional::empty));
  }

  @Test
  void anInstalledBinaryStandsInForOneThatDoesNotRun() throws IOException {
    Path embedded = script("embedded", "exit 127");
    Path installed = script("installed", "exit 0");
    assertEquals(
        installed,
        RedisServer.Binary.choose(() -> Optional.of(embedded), () -> Optional.of(installed)));
  }

  /// As a process does that was forked while the binary was written.
  @Test
  void aBinaryThatSomebodyHoldsOpenIsWaitedFor() throws Exception {
    Path embedded = script("embedded", "exit 0");
    OutputStream held = Files.newOutputStream(embedded, StandardOpenOption.APPEND);
    Thread holder =
        Thread.ofPlatform()
            .start(
                () -> {
                  try (held) {
                    Thread.sleep(600);
                  } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                });
    assertEquals(embedded, RedisServer.Binary.choose(() -> Optional.of(embedded), Optional::empty));
    holder.join();
  }

  @Test
  void withoutABinaryTheErrorNamesBothRemedies() {
    StartFailure.assertNames(
        () -> RedisServer.Binary.choose(Optional::empty, Optional::empty),
        "Install redis-server",
        "--index redis://");
  }

  private Path script(String name, String command) throws IOException {
    Path script = Files.writeString(temp.resolve(name), "#!/bin/sh\n" + command + "\n");
    return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
  }
}
