package pagemark.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Each packaged function carries one store and, of AWS, only the client of DynamoDB: nothing that
/// could call another service.
final class FunctionJarsIT {
  private static final Pattern CLIENT =
      Pattern.compile(
          "software/amazon/awssdk/services/([^/]+)/.*Client[.]class"
              + "|com/amazonaws/services/((?!lambda/runtime/)[^/]+)/.*[.]class");

  private static final Pattern OF_REDIS =
      Pattern.compile("pagemark/redis/.*|redis/clients/.*|org/apache/commons/pool2/.*|.*[.]lua");

  private static final Pattern OF_SQL =
      Pattern.compile(
          "pagemark/sql/.*|com/zaxxer/.*|org/flywaydb/.*|org/(mariadb|postgresql|sqlite)/.*|.*[.]sql"
              + "|META-INF/services/(java[.]sql|org[.]flywaydb|org[.]mariadb)[.].*");

  private static final Pattern OF_DYNAMODB = Pattern.compile("pagemark/(dynamodb|tree)/.*");

  @ParameterizedTest
  @ValueSource(strings = {"api-function", "stream-sync-function"})
  void functionForRedisHoldsNothingOfTheOtherStores(String module) throws IOException {
    PackagedJar jar = jar(module, "");
    assertEquals(Set.of("pagemark.redis.RedisIndex$Provider"), jar.stores());
    assertEquals(Set.of(), jar.entries(OF_SQL));
    assertEquals(Set.of(), jar.entries(OF_DYNAMODB));
    assertTrue(jar.entries(OF_REDIS).contains("pagemark/redis/script/page.lua"));
    assertTrue(Files.size(jar.file()) < 12_000_000, "" + Files.size(jar.file()));
  }

  /// SQLite is not among its drivers: a function has no file that lasts.
  @ParameterizedTest
  @ValueSource(strings = {"api-function", "stream-sync-function"})
  void functionForSqlHoldsTwoDriversAndNothingOfTheOtherStores(String module) throws IOException {
    PackagedJar jar = jar(module, "-sql");
    assertEquals(Set.of("pagemark.sql.SqlIndex$Provider"), jar.stores());
    assertEquals(Set.of("org.mariadb.jdbc.Driver", "org.postgresql.Driver"), jar.drivers());
    assertEquals(Set.of(), jar.entries(OF_REDIS));
    assertEquals(Set.of(), jar.entries(OF_DYNAMODB));
    assertEquals(Set.of(), jar.entries(Pattern.compile("org/sqlite/.*")));
    assertTrue(Files.size(jar.file()) < 14_000_000, "" + Files.size(jar.file()));
  }

  /// It needs no client but the one that the function has anyway.
  @ParameterizedTest
  @ValueSource(strings = {"api-function", "stream-sync-function"})
  void functionForDynamoDbHoldsNothingOfTheOtherStoresAndIsTheSmallest(String module)
      throws IOException {
    PackagedJar jar = jar(module, "-dynamodb");
    assertEquals(Set.of("pagemark.dynamodb.DynamoIndexProvider"), jar.stores());
    assertEquals(Set.of(), jar.entries(OF_REDIS));
    assertEquals(Set.of(), jar.entries(OF_SQL));
    long size = Files.size(jar.file());
    assertTrue(size < 10_700_000, "" + size);
    for (String other : new String[] {"", "-sql"}) {
      assertTrue(size < Files.size(jar(module, other).file()), other);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"api-function", "stream-sync-function"})
  void jarHasTheClientOfDynamoDbAndOfNoOtherService(String module) throws IOException {
    for (String kind : new String[] {"", "-dynamodb", "-sql"}) {
      Set<String> services = new TreeSet<>();
      for (String entry : jar(module, kind).entries(CLIENT)) {
        Matcher client = CLIENT.matcher(entry);
        if (client.matches()) {
          services.add(client.group(1) == null ? client.group(2) : client.group(1));
        }
      }
      assertEquals(Set.of("dynamodb"), services, kind);
    }
  }

  private static PackagedJar jar(String module, String kind) {
    return PackagedJar.of(module, module + kind + ".jar");
  }
}
