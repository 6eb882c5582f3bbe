package pagemark.sql.connection;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import pagemark.key.Bytes;

/// Runs statements in a transaction, which [Database] begins and ends. Parameters are [String],
/// [Integer], [Long], [Bytes] or null.
public record Tx(Connection connection, Dialect dialect, int shards) {
  /// The maximum number of rows in one statement. SQLite accepts 500 selects, PostgreSQL 65,535
  /// parameters.
  private static final int ROWS_MAX = 400;

  /// Converts a row.
  @FunctionalInterface
  public interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  /// The numbers of all shards, as a list for IN.
  public String shardNumbers() {
    return IntStream.range(0, shards).mapToObj(Integer::toString).collect(Collectors.joining(", "));
  }

  public <T> List<T> query(String sql, RowReader<T> reader, @Nullable Object... parameters)
      throws SQLException {
    return query(sql, reader, List.of(parameters));
  }

  public <T> List<T> query(String sql, RowReader<T> reader, List<?> parameters)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, parameters);
      List<T> read = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          read.add(reader.read(rows));
        }
      }
      return read;
    }
  }

  /// A question mark for each value, for IN.
  public static String marks(Collection<?> values) {
    return "?" + ", ?".repeat(values.size() - 1);
  }

  public int update(String sql, Object... parameters) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, List.of(parameters));
      return statement.executeUpdate();
    }
  }

  /// Runs a statement for many rows, sent together.
  public void batch(String sql, List<? extends List<? extends @Nullable Object>> rows)
      throws SQLException {
    if (rows.isEmpty()) {
      return;
    }
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (List<? extends @Nullable Object> row : rows) {
        bind(statement, row);
        statement.addBatch();
      }
      statement.executeBatch();
    }
  }

  /// Inserts up to 400 rows with each statement.
  ///
  /// @param sql the statement for one row, with `(?, ...)` for its values
  public void insert(String sql, List<? extends List<? extends @Nullable Object>> rows)
      throws SQLException {
    int values = sql.indexOf("(?");
    String row = sql.substring(values, sql.indexOf(')', values) + 1);
    for (int from = 0; from < rows.size(); from += ROWS_MAX) {
      List<? extends List<? extends @Nullable Object>> some =
          rows.subList(from, Math.min(from + ROWS_MAX, rows.size()));
      String all = row + (", " + row).repeat(some.size() - 1);
      List<@Nullable Object> parameters = new ArrayList<>();
      some.forEach(parameters::addAll);
      try (PreparedStatement statement = connection.prepareStatement(sql.replace(row, all))) {
        bind(statement, parameters);
        statement.executeUpdate();
      }
    }
  }

  /// Runs a query over given rows.
  ///
  /// @param columns the names of the rows' columns
  /// @param sql the query; `%s` is replaced by the table `v` of the given rows
  public <T> List<T> queryOver(
      List<? extends List<?>> given, String columns, String sql, RowReader<T> reader)
      throws SQLException {
    List<T> read = new ArrayList<>();
    for (int from = 0; from < given.size(); from += ROWS_MAX) {
      List<? extends List<?>> rows = given.subList(from, Math.min(from + ROWS_MAX, given.size()));
      List<Object> parameters = new ArrayList<>();
      rows.forEach(parameters::addAll);
      String table = dialect.rows(List.of(columns.split(", ", -1)), rows.size());
      read.addAll(query(sql.formatted(table), reader, parameters));
    }
    return read;
  }

  private static void bind(PreparedStatement statement, List<? extends @Nullable Object> values)
      throws SQLException {
    for (int i = 0; i < values.size(); i++) {
      switch (values.get(i)) {
        case null -> statement.setNull(i + 1, Types.NULL);
        case Bytes bytes -> statement.setBytes(i + 1, bytes.toArray());
        case Integer number -> statement.setInt(i + 1, number);
        case Long number -> statement.setLong(i + 1, number);
        case String text -> statement.setString(i + 1, text);
        case Object other -> throw new IllegalArgumentException("parameter " + other);
      }
    }
  }

  /// The current time of the database as Unix time in milliseconds.
  public long millis() throws SQLException {
    return query("SELECT " + dialect.millis, row -> row.getLong(1)).getFirst();
  }
}
