package pagemark.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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
            "pagemark.redis.RedisIndex$Provider",
            "pagemark.sql.SqlIndex$Provider"),
        JAR.stores());
    assertEquals(
        Set.of("org.mariadb.jdbc.Driver", "org.postgresql.Driver", "org.sqlite.JDBC"),
        JAR.drivers());
    assertTrue(JAR.entries(Pattern.compile("org/sqlite/native/Linux/x86_64/.*")).size() == 1);
  }

  /// The name of a binary tells another version than the binary itself.
  @Test
  void itsRedisHasTheVersionsThatDocumentsAndTheBillOfMaterialsName() throws IOException {
    Map<String, String> versions = new TreeMap<>();
    for (String binary : JAR.entries(Pattern.compile("redis-server-.*"))) {
      versions.put(
          binary.replaceFirst(".*-(\\w+-\\w+)$", "$1"),
          JAR.constant(binary, Pattern.compile("6\\.\\d+\\.\\d+")));
    }
    assertEquals(
        Map.of(
            "darwin-amd64", "6.2.11",
            "darwin-arm64", "6.2.11",
            "linux-amd64", "6.2.11",
            "linux-arm64", "6.2.7"),
        versions);
    for (String version : Set.copyOf(versions.values())) {
      for (String file : List.of("SECURITY.md", "NOTICE")) {
        assertTrue(PackagedJar.text(file).contains(version), file + " names no Redis " + version);
      }
      String component = "pkg:github/redis/redis@" + version;
      assertTrue(PackagedJar.text("release/pom.xml").contains(component), component);
    }
  }

  /// JDK 25 warns about a native library that the manifest does not allow; SQLite is one.
  @Test
  void itsManifestAllowsNativeLibrariesAndClassesOfLaterJava() throws IOException {
    assertEquals("ALL-UNNAMED", JAR.manifest("Enable-Native-Access"));
    assertEquals("true", JAR.manifest("Multi-Release"));
  }
}
