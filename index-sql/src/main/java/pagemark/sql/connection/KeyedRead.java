package pagemark.sql.connection;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
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
}
