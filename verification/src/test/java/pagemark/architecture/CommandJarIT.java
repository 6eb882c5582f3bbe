package pagemark.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The packaged command.
final class CommandJarIT {
  private static final PackagedJar JAR = PackagedJar.of("cli", "pagemark.jar");

  @Test
  void holdsAllStoresAndTheDriversOfAllDatabases() throws IOException {
    assertEquals(
        Set.of(
            "pagemark.dynamodb.DynamoIndexProvider",
            "pagemark.redis.RedisIndexProvider",
            "pagemark.sql.SqlIndexProvider"),
        JAR.stores());
    assertEquals(
        Set.of("org.mariadb.jdbc.Driver", "org.postgresql.Driver", "org.sqlite.JDBC"),
        JAR.drivers());
    assertTrue(JAR.entries(Pattern.compile("org/sqlite/native/Linux/x86_64/.*")).size() == 1);
  }

  /// JDK 25 warns about a native library that the manifest does not allow; SQLite is one.
  @Test
  void itsManifestAllowsNativeLibrariesAndClassesOfLaterJava() throws IOException {
    assertEquals("ALL-UNNAMED", JAR.manifest("Enable-Native-Access"));
    assertEquals("true", JAR.manifest("Multi-Release"));
  }
}
