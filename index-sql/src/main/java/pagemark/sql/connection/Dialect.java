package pagemark.sql.connection;

import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The SQL that differs between databases. All other SQL is the same on all of them.
public enum Dialect {
  SQLITE(
      "sqlite",
      "UPDATE pm_marker SET state = state WHERE generation = ''",
      "",
      "",
      "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
      "INDEXED BY pm_position_cell",
      4_096),
  MYSQL(
      "mysql",
      "",
      " FOR UPDATE",
      " LOCK IN SHARE MODE",
      "CAST(UNIX_TIMESTAMP(SYSDATE(3)) * 1000 AS SIGNED)",
      "FORCE INDEX (pm_position_cell)",
      2_048),
  POSTGRESQL(
      "postgresql",
      "",
      " FOR UPDATE",
      " FOR SHARE",
      "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
      "",
      2_400);

  /// The SQL state of a transaction that conflicts with another.
  public static final String CONFLICT = "40001";

  /// The folder with the versions of its schema.
  final String folder;

  /// The first statement of a transaction that writes, if the database has one writer at a time. It
  /// changes nothing but waits for its turn. Without it, a transaction that has read could not
  /// write after another one has written.
  public final String writeLock;

  /// Appended to a query: locks its rows against changes and locks of others until the transaction
  /// ends.
  public final String forUpdate;

  /// Appended to a query: locks its rows against changes of others until the transaction ends.
  public final String forShare;

  /// The current time, not that of the transaction's start, as Unix time in milliseconds.
  final String millis;

  /// Appended to the positions' table in a query: makes the database use the index by cell.
  public final String byCell;

  /// The maximum length of a group's name in bytes, which is the limit of its unique key.
  /// DynamoDB's longest group, 2,048 bytes of binary, has 2,732 bytes as Base64.
  public final int groupBytesMax;

  Dialect(
      String folder,
      String writeLock,
      String forUpdate,
      String forShare,
      String millis,
      String byCell,
      int groupBytesMax) {
    this.folder = folder;
    this.writeLock = writeLock;
    this.forUpdate = forUpdate;
    this.forShare = forShare;
    this.millis = millis;
    this.byCell = byCell;
    this.groupBytesMax = groupBytesMax;
  }

  /// Joins each given row `v` with the row of a table that has the same key.
  ///
  /// PostgreSQL plans by statistics, which are missing for a table that has just grown. As a
  /// subquery with OFFSET, the row is always found by its key. In SQLite, CROSS JOIN keeps the
  /// order of the tables.
  public String byKey(String table, String alias, List<String> key) {
    String same =
        key.stream()
            .map(column -> "%1$s.%2$s = v.%2$s".formatted(alias, column))
            .collect(Collectors.joining(" AND "));
    return switch (this) {
      case POSTGRESQL ->
          " CROSS JOIN LATERAL (SELECT * FROM %1$s %2$s WHERE %3$s OFFSET 0) %2$s"
              .formatted(table, alias, same);
      case SQLITE -> " CROSS JOIN %s %s ON %s".formatted(table, alias, same);
      case MYSQL -> " JOIN %s %s ON %s".formatted(table, alias, same);
    };
  }

  /// The end of an insert that replaces rows with the same key.
  ///
  /// @param key the columns of the key
  /// @param columns all columns
  String replacing(List<String> key, List<String> columns) {
    String given = this == MYSQL ? "%1$s = VALUES(%1$s)" : "%1$s = excluded.%1$s";
    return columns.stream()
        .filter(column -> !key.contains(column))
        .map(given::formatted)
        .collect(
            Collectors.joining(
                ", ",
                this == MYSQL
                    ? " ON DUPLICATE KEY UPDATE "
                    : " ON CONFLICT (" + String.join(", ", key) + ") DO UPDATE SET ",
                ""));
  }

  /// An insert of rows that skips rows whose key exists.
  ///
  /// @param count the number of columns
  public String insertNew(String table, String columns, int count, int rows) {
    String row = "(?" + ", ?".repeat(count - 1) + ")";
    return "INSERT %sINTO %s (%s) VALUES %s%s"
        .formatted(
            this == MYSQL ? "IGNORE " : "",
            table,
            columns,
            row + (", " + row).repeat(rows - 1),
            this == MYSQL ? "" : " ON CONFLICT DO NOTHING");
  }

  /// Whether the transaction conflicts with another, so that it may succeed if it runs again.
  boolean isConflict(SQLException e) {
    return switch (this) {
      case SQLITE -> e.getErrorCode() == 5 || e.getErrorCode() == 6 || isState(e, CONFLICT);
      case MYSQL -> e.getErrorCode() == 1213 || e.getErrorCode() == 1205 || isState(e, CONFLICT);
      case POSTGRESQL -> isState(e, CONFLICT) || isState(e, "40P01") || isState(e, "55P03");
    };
  }

  /// Whether an inserted row's key exists.
  boolean isDuplicate(SQLException e) {
    return switch (this) {
      case SQLITE -> String.valueOf(e.getMessage()).contains("UNIQUE constraint failed");
      case MYSQL -> e.getErrorCode() == 1062;
      case POSTGRESQL -> isState(e, "23505");
    };
  }

  /// Whether the tables do not exist, as before the first rebuild.
  boolean isMissingTable(SQLException e) {
    return switch (this) {
      case SQLITE -> String.valueOf(e.getMessage()).contains("no such table");
      case MYSQL -> isState(e, "42S02");
      case POSTGRESQL -> isState(e, "42P01");
    };
  }

  /// Whether the database refused the login, or the user lacks a right.
  boolean isRefused(SQLException e) {
    @Nullable String state = e.getSQLState();
    return switch (this) {
      case SQLITE -> e.getErrorCode() == 8 || e.getErrorCode() == 23;
      case MYSQL ->
          isState(e, "28000")
              || e.getErrorCode() == 1044
              || e.getErrorCode() == 1142
              || e.getErrorCode() == 1049;
      case POSTGRESQL ->
          state != null
              && (state.startsWith("28") || state.equals("42501") || state.equals("3D000"));
    };
  }

  private static boolean isState(SQLException e, String state) {
    return state.equals(e.getSQLState());
  }
}
