package example.events;

import static java.util.Comparator.comparing;

import example.events.Event.Place;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Random transactions on the table of events, and what must be in it then.
final class EventModel {
  static final List<String> USERS = List.of("alice", "bob", "ä/b c");
  static final List<String> KINDS = List.of("login", "order", "view");
  static final Instant FROM = Instant.parse("2026-01-01T00:00:00Z");

  private static final int TIMES = 150;

  private final Random random;
  private final Connection connection;
  private Map<Object, Event> events = new HashMap<>();

  EventModel(Random random, Connection connection) {
    this.random = random;
    this.connection = connection;
  }

  private record Key(String user, Place place) {
    static Key of(Event event) {
      return new Key(event.user(), new Place(event.at(), event.shard()));
    }
  }

  /// The events of a user, the newest first.
  List<Event> sorted(String user) {
    return events.values().stream()
        .filter(event -> event.user().equals(user))
        .sorted(comparing(Event::at).thenComparingInt(Event::shard).reversed())
        .toList();
  }

  /// One to five writes, often of the same event; each tenth transaction is rolled back.
  void transaction() throws SQLException {
    Map<Object, Event> before = new HashMap<>(events);
    connection.setAutoCommit(false);
    for (int left = 1 + random.nextInt(5); left > 0; left--) {
      write();
    }
    if (random.nextInt(10) == 0) {
      connection.rollback();
      events = before;
    } else {
      connection.commit();
    }
    connection.setAutoCommit(true);
  }

  private void write() throws SQLException {
    Event event = event();
    Event there = events.get(Key.of(event));
    if (there == null && (events.isEmpty() || random.nextBoolean())) {
      run("INSERT INTO events VALUES (?, ?, ?, ?)", values(event));
      events.put(Key.of(event), event);
    } else if (there == null) {
      move(new ArrayList<>(events.values()).get(random.nextInt(events.size())), event);
    } else if (random.nextInt(3) > 0) {
      move(there, event);
    } else {
      run("DELETE FROM events WHERE (user_id, shard_id, event_ts) = (?, ?, ?)", key(there));
      events.remove(Key.of(there));
    }
  }

  /// An update: of the kind alone, or of the key, too.
  private void move(Event from, Event to) throws SQLException {
    List<Object> arguments = new ArrayList<>(values(to));
    arguments.addAll(key(from));
    run(
        """
        UPDATE events SET (user_id, shard_id, event_ts, kind) = (?, ?, ?, ?)
        WHERE (user_id, shard_id, event_ts) = (?, ?, ?)
        """,
        arguments);
    events.remove(Key.of(from));
    events.put(Key.of(to), to);
  }

  private Event event() {
    return new Event(
        USERS.get(random.nextInt(USERS.size())),
        random.nextInt(EventReads.SHARDS),
        FROM.plusMillis(random.nextInt(TIMES)).plusNanos(1_000L * random.nextInt(2)),
        KINDS.get(random.nextInt(KINDS.size())));
  }

  private static List<Object> key(Event event) {
    return List.of(event.user(), event.shard(), event.at());
  }

  private static List<Object> values(Event event) {
    return List.of(event.user(), event.shard(), event.at(), event.kind());
  }

  private void run(String sql, List<Object> arguments) throws SQLException {
    try (PreparedStatement statement = EventReads.prepare(connection, sql, arguments.toArray())) {
      if (statement.executeUpdate() != 1) {
        throw new IllegalStateException("the model is wrong: " + sql);
      }
    }
  }
}
