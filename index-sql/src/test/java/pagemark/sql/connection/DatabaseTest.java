package pagemark.sql.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

final class DatabaseTest {
  /// The reason is logged, and no line of the log may hold a key.
  @Test
  void anErrorInTheDataIsNotQuoted() {
    for (SQLException quoting :
        new SQLException[] {
          new SQLException("Duplicate entry 'canary' for key 'PRIMARY'", "23000"),
          new SQLException("duplicate key value\n Detail: Key (place)=(canary) exists", "23505"),
          new SQLException("Incorrect string value: 'canary'", "22007")
        }) {
      assertEquals("SQLSTATE " + quoting.getSQLState(), Database.reason(quoting));
    }
    assertEquals("refused", Database.reason(new SQLException("refused", "08001")));
    assertEquals("locked", Database.reason(new SQLException("locked")));
  }
}
