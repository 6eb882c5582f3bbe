package pagemark.redis.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pagemark.index.RefusedUrl;
import pagemark.redis.connection.IndexUrl.CacheUser;
import pagemark.redis.connection.IndexUrl.Login;
import redis.clients.jedis.HostAndPort;

final class IndexUrlTest {
  private static IndexUrl url(String text) {
    return IndexUrl.of(URI.create(text));
  }

  @Test
  void saysWhereAndHowAndWho() {
    HostAndPort address = new HostAndPort("index.example", 6379);
    assertEquals(at(address, false, false, new Login.None()), url("redis://index.example:6379"));
    assertEquals(
        at(address, true, true, new Login.None()), url("rediss://index.example:6379?cluster=true"));
    assertEquals(
        at(address, true, false, new Login.Password("anna", "pass:word")),
        url("rediss://anna:pass%3Aword@index.example:6379"));
    assertEquals(
        at(address, false, false, new Login.Password(null, "secret")),
        url("redis://:secret@index.example:6379"));
  }

  private static IndexUrl at(HostAndPort address, boolean tls, boolean cluster, Login login) {
    return new IndexUrl(address, tls, cluster, login, Long.MAX_VALUE, Long.MAX_VALUE);
  }

  @Test
  void limitsAreThoseOfAServerlessCache() {
    IndexUrl limited =
        url(
            "rediss://a@h:6379?cluster=true&iam=c&serverless=true&maxGigabytes=5000&maxUnits=25000");
    assertEquals(5_000_000_000_000L, limited.bytesMax());
    assertEquals(25_000, limited.unitsMax());
  }

  @Test
  void iamNamesTheCacheOfItsUser() {
    assertEquals(
        new Login.Iam(new CacheUser("pagemark-api", "shop-Index", false)),
        url("rediss://pagemark-api@h:6379?iam=shop-Index").login());
    IndexUrl serverless =
        url("rediss://pagemark-api@h:6379?cluster=true&iam=shop-index&serverless=true");
    assertEquals(
        new Login.Iam(new CacheUser("pagemark-api", "shop-index", true)), serverless.login());
    assertTrue(serverless.cluster());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          redis://api@h:1?iam=c                       | "iam" needs rediss://
          redis://api:hush@h:1?cluster=true&iam=c     | "iam" needs rediss://
          rediss://h:1?iam=c                          | "iam" needs a user
          rediss://api:hush@h:1?iam=c                 | cannot be used together
          rediss://api@h:1                            | a user needs a password or "iam"
          rediss://api@h:1?iam=c&maxUnits=9           | limits need "serverless=true"
          redis://h:1?maxGigabytes=9                  | limits need "serverless=true"
          rediss://api@h:1?cluster=true&iam=c&serverless=true&maxUnits=0 | it must be a whole number
          rediss://api@h:1?iam=                       | iam is ""
          rediss://api@h:1?iam=a/b                    | iam is "a/b"
          rediss://a%26b@h:1?iam=c                    | the user is "a&b"
          rediss://api@h:1?iam=c&iam=d                | "iam" is given twice
          rediss://api@h:1?serverless=true            | "serverless" needs "iam"
          rediss://api@h:1?iam=c&serverless=true      | "serverless" needs "cluster=true"
          rediss://h:1?cluster=yes                    | "cluster" is "yes"; it must be true
          rediss://h:1?cluster                        | "cluster" is ""; it must be true
          rediss://h:1?cluster=true&cluster=true      | "cluster" is given twice
          rediss://h:1?cluster=true&verify=false      | "verify" is not a parameter
          redis://h                                   | a scheme, a host and a port
          """)
  void refusesTheRest(String text, String reason) {
    RefusedUrl.check(text, reason);
  }

  @Test
  void isPrintedWithoutItsPassword() {
    assertFalse(url("redis://anna:secret@h:1").toString().contains("secret"));
  }
}
