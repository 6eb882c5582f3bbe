package pagemark.sql.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pagemark.index.RefusedUrl;

final class SqlUrlTest {
  private static SqlUrl url(String text) {
    return SqlUrl.of(URI.create(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          jdbc:sqlite:a/index.db                          | SQLITE     | jdbc:sqlite:a/index.db          | 0
          jdbc:postgresql://h/pages?user=u&password=p     | POSTGRESQL | jdbc:postgresql://h:5432/pages  | 5432
          jdbc:mysql://h:3307/pages?user=u&password=p     | MYSQL      | jdbc:mariadb://h:3307/pages     | 3307
          jdbc:mariadb://h/pages?user=u&password=p        | MYSQL      | jdbc:mariadb://h:3306/pages     | 3306
          """)
  void saysWhichDatabaseAndWhere(String text, Dialect dialect, String jdbc, int port) {
    SqlUrl url = url(text);
    assertEquals(dialect, url.dialect());
    assertEquals(jdbc, url.jdbc());
    assertEquals(port, url.port());
    assertEquals(1, url.shards());
  }

  @Test
  void saysWhoAndHow() {
    SqlUrl url = url("jdbc:postgresql://h/d?user=anna&password=pass%26word&tls=true&ca=rds.pem");
    assertEquals("anna", url.user());
    assertEquals("pass&word", url.password());
    assertTrue(url.tls());
    assertEquals("rds.pem", url.ca());
    SqlUrl iam = url("jdbc:mysql://h/d?user=anna&iam=true&shards=16");
    assertTrue(iam.iam() && iam.tls());
    assertEquals(16, iam.shards());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          jdbc:oracle:thin:@h                             | its database is unknown
          jdbc:sqlite:                                    | it needs the name of a file
          jdbc:sqlite::memory:                            | it needs the name of a file
          jdbc:sqlite::resource:index.db                  | it needs the name of a file
          jdbc:sqlite:a.db?user=u                         | "user" is not a parameter here
          jdbc:postgresql://h?user=u&password=hush        | it needs a host and a database
          jdbc:postgresql:///d?user=u&password=hush       | it needs a host and a database
          jdbc:postgresql://h/d                           | it needs "user"
          jdbc:postgresql://h/d?user=u                    | either "password" or "iam"
          jdbc:mysql://h/d?user=u&password=hush&iam=true  | either "password" or "iam"
          jdbc:mysql://h/d?user=u&iam=yes                 | "iam" is "yes"; it must be true
          jdbc:mysql://h/d?user=u&password=hush&ca=a.pem  | "ca" needs "tls" or "iam"
          jdbc:mysql://h/d?user=u&user=v&password=hush    | "user" is given twice
          jdbc:mysql://h/d?user=u&password=hush&verify=no | "verify" is not a parameter here
          jdbc:sqlite:a.db?shards=0                       | "shards" is "0"; it must be 1 to 64
          jdbc:sqlite:a.db?shards=65                      | "shards" is "65"; it must be 1 to 64
          """)
  void refusesTheRest(String text, String reason) {
    RefusedUrl.check(text, reason);
  }

  @Test
  void isPrintedWithoutItsPassword() {
    assertFalse(url("jdbc:mysql://h/d?user=u&password=hush").toString().contains("hush"));
  }
}
