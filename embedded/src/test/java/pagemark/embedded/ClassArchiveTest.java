package pagemark.embedded;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ClassArchiveTest {
  @TempDir private Path jars;

  /// A connector of another Jetty than the server's would come first on its class path.
  @Test
  void anArchiveFitsTheJarsThatItWasMadeOfAlone() throws Exception {
    Path jar = Files.writeString(jars.resolve("jetty-server-1.jar"), "x");
    ClassArchive archive = new ClassArchive(jars);
    assertFalse(archive.fits(), "there is none");
    Files.createDirectory(jars.resolve("archive"));
    Files.writeString(archive.note(), archive.source());
    assertTrue(archive.fits());

    Files.setLastModifiedTime(jar, FileTime.from(Instant.EPOCH));
    assertFalse(archive.fits(), "another time");
    Files.writeString(archive.note(), archive.source());
    Path more = Files.writeString(jars.resolve("more.jar"), "y");
    assertFalse(archive.fits(), "one more");
    Files.delete(more);
    assertTrue(archive.fits());
  }
}
