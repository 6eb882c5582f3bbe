package pagemark.sql;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import pagemark.sql.connection.Tx;

/// Notes the statements of a transaction. Each is one round trip; many rows that are sent as one
/// JDBC batch count as one statement. What is done with a savepoint counts too.
final class StatementCount {
  private final List<String> statements = new ArrayList<>();

  /// The statements so far, in their order.
  List<String> statements() {
    return statements;
  }

  Tx counted(Tx tx) {
    return new Tx(counted(Connection.class, tx.connection(), ""), tx.dialect(), tx.shards());
  }

  /// @param sql of the statement; empty for the connection
  private <T> T counted(Class<T> type, T target, String sql) {
    Object proxy =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> {
              if (method.getName().startsWith("execute")) {
                statements.add(sql);
              } else if (method.getName().matches(".*Savepoint|rollback")) {
                statements.add(method.getName());
              }
              try {
                Object result = method.invoke(target, arguments);
                return result instanceof PreparedStatement statement
                    ? counted(PreparedStatement.class, statement, (String) arguments[0])
                    : result;
              } catch (InvocationTargetException e) {
                throw e.getCause() instanceof SQLException cause ? cause : e;
              }
            });
    return type.cast(proxy);
  }
}
