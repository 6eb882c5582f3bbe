package example.events;

import static java.time.ZoneOffset.UTC;
import static java.util.Comparator.comparing;

import example.events.Event.Place;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/// The ways to read a user's events without the index, the newest first. README.md says what each
/// one costs.
final class EventReads {
  static final int SHARDS = 4;

  private static final String EVENTS = "SELECT user_id, shard_id, event_ts, kind FROM events ";

  private static final String SHARD =
      EVENTS
          + """
          WHERE user_id = ? AND shard_id = ? AND event_ts < ?
          ORDER BY event_ts DESC LIMIT ?
          """;

  private static final String MERGED =
      """
      SELECT page.* FROM generate_series(0, 3) AS shards(shard) CROSS JOIN LATERAL (
        SELECT user_id, shard_id, event_ts, kind FROM events
        WHERE user_id = ? AND shard_id = shard AND event_ts <= ? AND (event_ts < ? OR shard <= ?)
        ORDER BY event_ts DESC LIMIT ?) AS page
      ORDER BY event_ts DESC, shard_id DESC LIMIT ?
      """;

  private static final String WINDOW =
      EVENTS
          + """
          WHERE user_id = ? AND shard_id = ANY ('{0,1,2,3}') AND event_ts >= ? AND event_ts < ?
          ORDER BY event_ts DESC, shard_id DESC
          """;

  private static final String OFFSET =
      EVENTS + "WHERE user_id = ? ORDER BY event_ts DESC, shard_id DESC OFFSET ? LIMIT ?";

  private final Connection connection;

  EventReads(Connection connection) {
    this.connection = connection;
  }

  /// Keyset: those of one shard before a time.
  List<Event> shard(String user, int shard, Instant before, int size) throws SQLException {
    return read(SHARD, user, shard, before, size);
  }

  /// Keyset over all shards, which the database merges in one query.
  List<Event> merged(String user, Place from, int size) throws SQLException {
    return read(MERGED, user, from.at(), from.at(), from.shard(), size, size);
  }

  /// The same, merged here: a query for each shard, which may run at once.
  List<Event> mergedHere(String user, Place from, int size) throws SQLException {
    List<Event> found = new ArrayList<>();
    for (int shard = 0; shard < SHARDS; shard++) {
      boolean isWithin = shard <= from.shard();
      found.addAll(shard(user, shard, isWithin ? from.at().plusNanos(1_000) : from.at(), size));
    }
    return found.stream()
        .sorted(comparing(Event::at).thenComparingInt(Event::shard).reversed())
        .limit(size)
        .toList();
  }

  /// A window, such as an hour: each is a page, however much it holds.
  List<Event> window(String user, Instant from, Instant to) throws SQLException {
    return read(WINDOW, user, from, to);
  }

  /// The database reads and drops all events before the page.
  List<Event> offset(String user, long skipped, int size) throws SQLException {
    return read(OFFSET, user, skipped, size);
  }

  private List<Event> read(String sql, Object... arguments) throws SQLException {
    List<Event> events = new ArrayList<>();
    try (PreparedStatement statement = prepare(connection, sql, arguments);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        events.add(event(rows));
      }
    }
    return events;
  }

  static PreparedStatement prepare(Connection connection, String sql, Object... arguments)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < arguments.length; i++) {
      Object argument = arguments[i];
      statement.setObject(i + 1, argument instanceof Instant at ? at.atOffset(UTC) : argument);
    }
    return statement;
  }

  static Event event(ResultSet row) throws SQLException {
    return new Event(
        row.getString("user_id"),
        row.getInt("shard_id"),
        row.getObject("event_ts", OffsetDateTime.class).toInstant(),
        row.getString("kind"));
  }
}
