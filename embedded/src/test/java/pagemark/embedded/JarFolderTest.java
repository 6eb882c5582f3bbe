package pagemark.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JarFolderTest {
  @TempDir private Path temp;

  @Test
  void theNamedFolderWins() throws IOException {
    Path named = Files.createDirectory(temp.resolve("named"));
    assertEquals(named, JarFolder.choose(named.toString(), temp));
  }

  @Test
  void withoutANameTheFolderIsBesideTheJar() {
    assertEquals(temp, JarFolder.choose(null, temp));
  }

  @Test
  void aMissingFolderIsAnErrorThatNamesBothPlaces() {
    Path named = temp.resolve("named");
    Path beside = temp.resolve("beside");
    StartFailure.assertNames(
        () -> JarFolder.choose(named.toString(), beside),
        "pagemark.dynamodb-local",
        named.toString(),
        beside.toString());
  }
}
