package pagemark.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.IndexSettings;
import pagemark.index.Op;
import pagemark.index.Rule;
import pagemark.index.Sequence;
import pagemark.index.TakesLong;
import pagemark.index.WriteResult.Written;
import pagemark.sql.connection.Database;
import pagemark.sql.connection.SqlUrl;
import pagemark.sql.connection.Tx;
import pagemark.sql.tree.Shape;

/// Counts the statements of a batch of 1,000 ops: PostgreSQL takes one for all rows of a kind, the
/// others one for each 400. Their number does not depend on the number of groups.
///
/// A batch that is not too small always takes: the markers, the groups, their locks, the time, the
/// edges, the rows of the groups; then the fences and entries that are looked up, and those that
/// are written; and one or two for each level of tree nodes, here one level. Fences of new items
/// take two for their savepoint instead of a lookup.
@TakesLong(nightly = 15)
final class BatchStatementsIT {
  private static final IndexSettings SETTINGS = IndexSettings.DEFAULT;
  private static final int BATCH = 1_000;

  private int number;
  private int sequence;

  /// Entries one after the other, as they come to be written.
  private Op op(boolean record) {
    int at = number++;
    Bytes item = Bytes.utf8("item%09d".formatted(at));
    Rule rule = record ? new Rule.Newer(new Sequence("" + ++sequence)) : new Rule.Unfenced();
    return new Op(item, rule, new Entry(Cell.WHOLE, new Position(1 + at, item)), Set.of());
  }

  private List<GroupWrite> batch(int groups, boolean records) {
    return IntStream.range(0, groups)
        .mapToObj(
            n ->
                new GroupWrite(
                    new GroupRef("g1", "comments", new Group("shirt" + n)),
                    IntStream.range(0, BATCH / groups).mapToObj(_ -> op(records)).toList()))
        .toList();
  }

  private static Database database(SqlServer server) {
    Database database = new Database(SqlUrl.of(URI.create(server.emptyDatabase())), SETTINGS);
    new SqlIndex(database, SETTINGS, Shape.DEFAULT)
        .markers()
        .building("g1", "nonce", Instant.EPOCH);
    return database;
  }

  /// Writes a batch, and returns its statements.
  private static List<String> write(Database database, Shape shape, List<GroupWrite> batch) {
    StatementCount count = new StatementCount();
    FenceClock time = new FenceClock(SETTINGS.fencePeriod().toSeconds(), InstantSource.system());
    List<GroupWrite> unwritten = new ArrayList<>(batch);
    database.write(
        tx -> {
          new BatchWrite(count.counted(tx), shape, time, Map.of())
              .write(batch)
              .forEach(
                  result ->
                      assertEquals(
                          unwritten.removeFirst().ops().size(), ((Written) result).applied()));
          return batch;
        });
    return count.statements();
  }

  private static long parts(SqlServer server, int rows) {
    return server == SqlServer.POSTGRESQL ? 1 : Math.ceilDiv(rows, 400);
  }

  @ParameterizedTest
  @EachSqlServer
  void rowsBehindTheLastEntryAreOnlyInserted(SqlServer server) {
    try (Database database = database(server)) {
      for (int i = 0; i < 3; i++) {
        write(database, Shape.DEFAULT, batch(1, false));
      }
      List<String> statements = write(database, Shape.DEFAULT, batch(1, false));
      assertEquals(
          6 + 2 + parts(server, BATCH), statements.size(), () -> String.join("\n", statements));
    }
  }

  @ParameterizedTest
  @EachSqlServer
  void recordsOfNewItemsAlsoInsertTheirFences(SqlServer server) {
    try (Database database = database(server)) {
      for (int i = 0; i < 3; i++) {
        write(database, Shape.DEFAULT, batch(1, true));
      }
      List<String> statements = write(database, Shape.DEFAULT, batch(1, true));
      assertEquals(
          6 + 4 + 2 * parts(server, BATCH), statements.size(), () -> String.join("\n", statements));
    }
  }

  /// An item that was edited has a fence, which is looked up: no insert is tried first.
  @ParameterizedTest
  @EachSqlServer
  void recordsOfEditedItemsTakeNoSavepoint(SqlServer server) {
    try (Database database = database(server)) {
      write(database, Shape.DEFAULT, batch(1, true));
      number = 0;
      List<String> statements = write(database, Shape.DEFAULT, batch(1, true));
      assertFalse(statements.contains("setSavepoint"), () -> String.join("\n", statements));
    }
  }

  @ParameterizedTest
  @EachSqlServer
  void manyGroupsTakeAsManyStatementsAsOne(SqlServer server) {
    Shape small = new Shape(20, 100);
    try (Database database = database(server)) {
      for (int i = 0; i < 4; i++) {
        write(database, small, batch(100, true));
      }
      List<String> statements = write(database, small, batch(100, true));
      assertEquals(
          6 + 4 + 2 * parts(server, BATCH), statements.size(), () -> String.join("\n", statements));
    }
  }

  /// Notes the statements of a transaction. Each is one round trip; many rows that are sent as one
  /// JDBC batch count as one statement. What is done with a savepoint counts too.
  private static final class StatementCount {
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
}
