package pagemark.sql.connection;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;

/// Rows that a statement gets as its parameters.
///
/// PostgreSQL gets an array for each column. So the text of the statement is the same for any
/// number of rows, and the server parses and plans it once for each connection. The other databases
/// get a parameter for each value.
///
/// @param columns their names are those of the tables' columns; [#type] knows the types
record GivenRows(
    Dialect dialect, List<String> columns, List<? extends List<? extends @Nullable Object>> rows) {
  private static final Set<String> BYTES = Set.of("place", "item", "name");
  private static final Set<String> TEXT =
      Set.of("generation", "listing", "cell", "cells", "sequence");

  /// A column of all rows.
  ///
  /// @param name of the column
  record Column(String name, List<? extends @Nullable Object> values) {
    /// PostgreSQL's name of the elements' type.
    String type() {
      return GivenRows.type(name);
    }

    /// The values as PostgreSQL's driver takes them.
    Object[] array() {
      return switch (type()) {
        case "bytea" ->
            values.stream()
                .map(value -> value instanceof Bytes bytes ? bytes.toArray() : null)
                .toArray(byte[][]::new);
        case "text" -> values.toArray(String[]::new);
        default ->
            values.stream()
                .map(value -> value instanceof Number number ? (Long) number.longValue() : null)
                .toArray(Long[]::new);
      };
    }
  }

  /// The maximum number of rows in one statement. SQLite accepts 500 selects.
  static int max(Dialect dialect) {
    return dialect == Dialect.POSTGRESQL ? 5_000 : 400;
  }

  private boolean areArrays() {
    return dialect == Dialect.POSTGRESQL;
  }

  private static String type(String column) {
    return BYTES.contains(column) ? "bytea" : TEXT.contains(column) ? "text" : "bigint";
  }

  private String arrays() {
    return columns.stream()
        .map(column -> "?::" + type(column) + "[]")
        .collect(Collectors.joining(", ", "unnest(", ")"));
  }

  private String row() {
    return "?" + ", ?".repeat(columns.size() - 1);
  }

  /// What an INSERT inserts.
  String inserted() {
    String row = "(" + row() + ")";
    return areArrays()
        ? "SELECT * FROM " + arrays()
        : "VALUES " + row + (", " + row).repeat(rows.size() - 1);
  }

  /// The rows as a table `v`.
  String table() {
    return switch (dialect) {
      case POSTGRESQL -> arrays() + " v(" + String.join(", ", columns) + ")";
      case MYSQL ->
          "(SELECT ? AS %s%s) v"
              .formatted(
                  String.join(", ? AS ", columns),
                  (" UNION ALL SELECT " + row()).repeat(rows.size() - 1));
      case SQLITE ->
          IntStream.range(0, columns.size())
              .mapToObj(i -> "column" + (i + 1) + " AS " + columns.get(i))
              .collect(Collectors.joining(", ", "(SELECT ", " FROM (" + inserted() + ") g) v"));
    };
  }

  List<@Nullable Object> parameters() {
    List<@Nullable Object> parameters = new ArrayList<>();
    if (areArrays()) {
      for (int i = 0; i < columns.size(); i++) {
        parameters.add(column(i));
      }
    } else {
      rows.forEach(parameters::addAll);
    }
    return parameters;
  }

  private Column column(int at) {
    return new Column(
        columns.get(at), rows.stream().<@Nullable Object>map(row -> row.get(at)).toList());
  }
}
