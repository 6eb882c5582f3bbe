package pagemark.sql.connection;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.sql.connection.Tx.RowReader;

/// Reads those rows of a table that exist, of many given primary keys.
///
/// Keys that differ in the last column alone are asked for together, so that no key is sent twice
/// and one range of the index is searched in its order. PostgreSQL takes one statement for each 16
/// such keys or more, and one for all others. The other databases take one for each 400 keys.
///
/// @param key the columns of the primary key
/// @param columns those that are read, of the table `t`
public record KeyedRead(Tx tx, String table, List<String> key, String columns) {
  private static final int ALONE_MIN = 16;

  public <T> List<T> read(List<? extends List<?>> keys, RowReader<T> reader) throws SQLException {
    return switch (tx.dialect()) {
      case SQLITE -> joined(keys, reader);
      case MYSQL -> ranged(keys, reader);
      case POSTGRESQL -> alone(keys, reader);
    };
  }

  private <T> List<T> joined(List<? extends List<?>> keys, RowReader<T> reader)
      throws SQLException {
    return tx.queryOver(
        keys, key, "SELECT " + columns + " FROM %s" + tx.dialect().byKey(table, "t", key), reader);
  }

  private static Map<List<?>, List<Object>> byStart(List<? extends List<?>> keys) {
    Map<List<?>, List<Object>> byStart = new LinkedHashMap<>();
    for (List<?> each : keys) {
      int last = each.size() - 1;
      byStart.computeIfAbsent(each.subList(0, last), _ -> new ArrayList<>()).add(each.get(last));
    }
    return byStart;
  }

  private String start() {
    return key.subList(0, key.size() - 1).stream()
        .map(column -> "t." + column + " = ? AND ")
        .collect(Collectors.joining());
  }

  /// A hint keeps MariaDB from reading the whole table if that is small.
  private <T> List<T> ranged(List<? extends List<?>> keys, RowReader<T> reader)
      throws SQLException {
    List<T> read = new ArrayList<>();
    int most = GivenRows.max(tx.dialect());
    for (int from = 0; from < keys.size(); from += most) {
      List<String> ranges = new ArrayList<>();
      List<Object> parameters = new ArrayList<>();
      byStart(keys.subList(from, Math.min(from + most, keys.size())))
          .forEach(
              (start, last) -> {
                ranges.add(start() + "t." + key.getLast() + " IN (" + Tx.marks(last) + ")");
                parameters.addAll(start);
                parameters.addAll(last);
              });
      String where = ranges.stream().collect(Collectors.joining(" OR "));
      read.addAll(
          tx.query(
              "SELECT %s FROM %s t FORCE INDEX (PRIMARY) WHERE %s".formatted(columns, table, where),
              reader,
              parameters));
    }
    return read;
  }

  private <T> List<T> alone(List<? extends List<?>> keys, RowReader<T> reader) throws SQLException {
    List<T> read = new ArrayList<>();
    List<List<?>> others = new ArrayList<>();
    for (Map.Entry<List<?>, List<Object>> each : byStart(keys).entrySet()) {
      List<Object> last = each.getValue();
      if (last.size() < ALONE_MIN) {
        last.forEach(value -> others.add(with(each.getKey(), value)));
      } else {
        List<@Nullable Object> parameters = new ArrayList<>(each.getKey());
        parameters.add(new GivenRows.Column(key.getLast(), last));
        read.addAll(
            tx.query(
                "SELECT %s FROM %s t WHERE %st.%s = ANY (?)"
                    .formatted(columns, table, start(), key.getLast()),
                reader,
                parameters));
      }
    }
    read.addAll(joined(others, reader));
    return read;
  }

  private static List<?> with(List<?> start, Object last) {
    List<Object> whole = new ArrayList<>(start);
    whole.add(last);
    return whole;
  }

  /// Rows that a statement gets as its parameters.
  ///
  /// PostgreSQL gets an array for each column. So the text of the statement is the same for any
  /// number of rows, and the server parses and plans it once for each connection. The other
  /// databases get a parameter for each value.
  ///
  /// @param columns their names are those of the tables' columns; [#type] knows the types
  record GivenRows(
      Dialect dialect,
      List<String> columns,
      List<? extends List<? extends @Nullable Object>> rows) {
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
}
