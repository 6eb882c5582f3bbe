package pagemark.servers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/// Statements on a database of a given URL.
final class Sql {
  private Sql() {}

  static Connection connect(String url) throws SQLException {
    return DriverManager.getConnection(
        url.startsWith("jdbc:mysql:") ? url + "&permitMysqlScheme&sslMode=disable" : url);
  }

  static void run(String url, String sql) throws SQLException {
    try (Connection connection = connect(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  static String ask(String url, String query) throws SQLException {
    try (Connection connection = connect(url);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    }
  }

  static void assertApart(String one, String other) throws SQLException {
    for (String url : new String[] {one, other}) {
      run(url, "CREATE TABLE t (a VARCHAR(100))");
      run(url, "INSERT INTO t VALUES ('%s')".formatted(url.hashCode()));
    }
    assertEquals("" + one.hashCode(), ask(one, "SELECT a FROM t"));
    assertEquals("" + other.hashCode(), ask(other, "SELECT a FROM t"));
    run(one, "DROP TABLE t");
    assertThrows(SQLException.class, () -> ask(one, "SELECT a FROM t"));
    assertEquals("1", ask(other, "SELECT COUNT(*) FROM t"));
  }
}
