package pagemark.sql.connection;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.sql.connection.KeyedRead.GivenRows;

/// Runs statements in a transaction, which [Database] begins and ends. Parameters are [String],
/// [Integer], [Long], [Bytes], [GivenRows.Column] or null.
public record Tx(Connection connection, Dialect dialect, int shards) {
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

  /// Inserts rows whose keys do not exist.
  public void insert(
      String table, List<String> columns, List<? extends List<? extends @Nullable Object>> rows)
      throws SQLException {
    insert(table, columns, rows, "");
  }

  /// Inserts rows, unless the key of one exists.
  ///
  /// @return whether they were inserted; if not, nothing was
  public boolean inserted(
      String table, List<String> columns, List<? extends List<? extends @Nullable Object>> rows)
      throws SQLException {
    Savepoint before = connection.setSavepoint();
    boolean inserted = true;
    try {
      insert(table, columns, rows);
    } catch (SQLException e) {
      if (!dialect.isDuplicate(e)) {
        throw e;
      }
      connection.rollback(before);
      inserted = false;
    }
    // PostgreSQL counts what comes between the two as a transaction of its own. If a row is locked
    // before it and changed in it, the row gets a MultiXact, which vacuum must remove.
    connection.releaseSavepoint(before);
    return inserted;
  }

  /// Inserts rows, and replaces those with the same key.
  ///
  /// @param key the columns of the key
  public void put(
      String table,
      List<String> key,
      List<String> columns,
      List<? extends List<? extends @Nullable Object>> rows)
      throws SQLException {
    insert(table, columns, rows, dialect.replacing(key, columns));
  }

  private void insert(
      String table,
      List<String> columns,
      List<? extends List<? extends @Nullable Object>> rows,
      String end)
      throws SQLException {
    for (GivenRows some : parts(columns, rows)) {
      String sql =
          "INSERT INTO %s (%s) %s%s"
              .formatted(table, String.join(", ", columns), some.inserted(), end);
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        bind(statement, some.parameters());
        statement.executeUpdate();
      }
    }
  }

  /// Runs a query over given rows.
  ///
  /// @param columns the names of the rows' columns
  /// @param sql the query; `%s` is replaced by the table `v` of the given rows
  public <T> List<T> queryOver(
      List<? extends List<?>> given, List<String> columns, String sql, RowReader<T> reader)
      throws SQLException {
    List<T> read = new ArrayList<>();
    for (GivenRows some : parts(columns, given)) {
      read.addAll(query(sql.formatted(some.table()), reader, some.parameters()));
    }
    return read;
  }

  private List<GivenRows> parts(
      List<String> columns, List<? extends List<? extends @Nullable Object>> rows) {
    List<GivenRows> parts = new ArrayList<>();
    int most = GivenRows.max(dialect);
    for (int from = 0; from < rows.size(); from += most) {
      int end = Math.min(from + most, rows.size());
      parts.add(new GivenRows(dialect, columns, rows.subList(from, end)));
    }
    return parts;
  }

  private void bind(PreparedStatement statement, List<? extends @Nullable Object> values)
      throws SQLException {
    for (int i = 0; i < values.size(); i++) {
      switch (values.get(i)) {
        case null -> statement.setNull(i + 1, Types.NULL);
        case Bytes bytes -> statement.setBytes(i + 1, bytes.toArray());
        case Integer number -> statement.setInt(i + 1, number);
        case Long number -> statement.setLong(i + 1, number);
        case GivenRows.Column column ->
            statement.setArray(i + 1, connection.createArrayOf(column.type(), column.array()));
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
