package example.events;

import static example.events.EventReads.prepare;

import example.events.PgOutput.Transaction;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import pagemark.list.Change;
import pagemark.list.ListDefinition;
import pagemark.list.ListGeneration;
import pagemark.list.ListIndex;
import pagemark.list.ListQuery;
import pagemark.list.ListRebuild;
import pagemark.list.ListStore;
import pagemark.list.Outcome;
import pagemark.list.SortKey;

/// The index of the table `events`, and its only follower. Each generation has a replication slot
/// of its own, which begins where the generation's rows were read: so a row is as old as the slot's
/// begin, and each change from the slot is newer.
final class EventIndex {
  static final ListDefinition EVENTS =
      ListDefinition.of("events", SortKey.Kind.NUMBER).filteredBy("kind", "login", "order");

  private static final int ROWS_FETCHED = 1_000;

  private final String database;
  private final ListStore store;

  /// @param database the JDBC URL; its user may replicate
  EventIndex(String database, ListStore store) {
    this.database = database;
    this.store = store;
  }

  /// The list that serves.
  ListIndex list() throws SQLException {
    try (Connection connection = connect()) {
      return store.list(EVENTS, serving(connection));
    }
  }

  /// Builds a new generation beside changes, lets it serve, and drops the one before with its slot.
  /// What a rebuild leaves that ends half-way, the next one drops.
  void rebuild() throws SQLException {
    try (Connection connection = connect()) {
      dropOtherSlots(connection);
      ListGeneration last = found(connection);
      ListGeneration next = generation("events_" + System.currentTimeMillis());
      build(next);
      serve(connection, next);
      dropOtherSlots(connection);
      if (last != null) {
        store.drop(EVENTS, last);
      }
    }
  }

  /// A page by its number: the index knows where it starts, and the table is read from there on.
  List<Event> page(EventReads reads, String user, long number, int size) throws SQLException {
    List<String> keys = list().page(ListQuery.of(user).size(size), number).keys();
    return keys.isEmpty()
        ? List.of()
        : reads.merged(user, Event.place(keys.getFirst()), keys.size());
  }

  /// No change of its slot is older than its rows, so none is doubtful because of its birth.
  private static ListGeneration generation(String slot) {
    return new ListGeneration(slot, Instant.EPOCH);
  }

  /// A place in the log, such as `0/16B3748`, as a number.
  private static long place(String text) {
    String[] halves = text.split("/", 2);
    return Long.parseLong(halves[0], 16) << 32 | Long.parseLong(halves[1], 16);
  }

  private static String text(long place) {
    return "%X/%X".formatted(place >>> 32, place & 0xFFFFFFFFL);
  }

  private void build(ListGeneration generation) throws SQLException {
    String slot =
        "CREATE_REPLICATION_SLOT %s LOGICAL pgoutput (SNAPSHOT 'export')"
            .formatted(generation.id());
    // The snapshot is there until this connection does something else.
    try (Connection replication = replication();
        Statement statement = replication.createStatement();
        ResultSet made = statement.executeQuery(slot)) {
      made.next();
      long begin = place(made.getString("consistent_point"));
      ListRebuild rebuild = store.begin(EVENTS, generation);
      copy(made.getString("snapshot_name"), rebuild, begin);
      rebuild.finish();
    }
  }

  private void copy(String snapshot, ListRebuild rebuild, long version) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      statement.execute("SET TRANSACTION SNAPSHOT '%s'".formatted(snapshot));
      statement.setFetchSize(ROWS_FETCHED);
      try (ResultSet rows = statement.executeQuery("SELECT * FROM events")) {
        while (rows.next()) {
          rebuild.row(EventReads.event(rows).item(), version);
        }
      }
    }
  }

  /// Applies transactions that have been committed since the last call. Call it again and again,
  /// from one place at a time. One that is applied and not noted comes again, which does no harm.
  ///
  /// @param changesMax after how many changes it ends, at the end of a transaction
  /// @return how many transactions it applied; 0 if there is none left
  /// @throws StaleIndexException if changes are lost
  int follow(int changesMax) throws SQLException {
    try (Connection connection = connect()) {
      ListGeneration serving = serving(connection);
      String now = state(connection, serving.id());
      ListIndex list = store.list(EVENTS, serving);
      int applied = 0;
      PgOutput output = new PgOutput();
      try (PreparedStatement changes = changes(connection, serving.id(), changesMax);
          ResultSet messages = changes.executeQuery()) {
        while (messages.next()) {
          Transaction transaction = output.read(messages.getBytes("data"));
          if (transaction != null) {
            transaction.changes().forEach(change -> apply(list, change));
            now = text(transaction.end());
            applied++;
          }
        }
      }
      advance(connection, serving.id(), now);
      return applied;
    }
  }

  /// The log's end. A round without changes of events advances to it, so that the slot does not
  /// keep what other tables write.
  private static String state(Connection connection, String slot) throws SQLException {
    String sql =
        """
        SELECT pg_current_wal_flush_lsn()::text AS now, EXISTS (SELECT FROM pg_replication_slots
          WHERE slot_name = ? AND wal_status <> 'lost') AS is_there
        """;
    try (PreparedStatement statement = prepare(connection, sql, slot);
        ResultSet state = statement.executeQuery()) {
      state.next();
      if (!state.getBoolean("is_there")) {
        throw new StaleIndexException("slot %s is lost".formatted(slot));
      }
      return state.getString("now");
    }
  }

  private static PreparedStatement changes(Connection connection, String slot, int max)
      throws SQLException {
    String sql =
        """
        SELECT data FROM pg_logical_slot_peek_binary_changes(
          ?, NULL, ?, 'proto_version', '1', 'publication_names', 'events')
        """;
    return prepare(connection, sql, slot, max);
  }

  /// The follower is one, and in order; if it was away for as long as the index remembers, it does
  /// not settle each change but begins again.
  private static void apply(ListIndex list, Change change) {
    if (list.write(change) == Outcome.DOUBTFUL) {
      throw new StaleIndexException(
          "it was not followed for a day, or its store's clock is not the database's");
    }
  }

  private static void advance(Connection connection, String slot, String to) throws SQLException {
    String sql = "SELECT pg_replication_slot_advance(?, ?::pg_lsn)";
    try (PreparedStatement statement = prepare(connection, sql, slot, to)) {
      statement.execute();
    }
  }

  private static ListGeneration serving(Connection connection) throws SQLException {
    return Objects.requireNonNull(found(connection), "rebuild was never called");
  }

  private static @Nullable ListGeneration found(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT slot FROM event_index")) {
      return row.next() ? generation(row.getString("slot")) : null;
    }
  }

  private static void serve(Connection connection, ListGeneration next) throws SQLException {
    String sql = "WITH gone AS (DELETE FROM event_index) INSERT INTO event_index VALUES (?)";
    try (PreparedStatement statement = prepare(connection, sql, next.id())) {
      statement.execute();
    }
  }

  private static void dropOtherSlots(Connection connection) throws SQLException {
    String sql =
        """
        SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots
        WHERE database = current_database() AND slot_name LIKE 'events\\_%'
          AND slot_name NOT IN (SELECT slot FROM event_index)
        """;
    try (PreparedStatement statement = prepare(connection, sql)) {
      statement.execute();
    }
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(database);
  }

  private Connection replication() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("replication", "database");
    properties.setProperty("preferQueryMode", "simple");
    properties.setProperty("assumeMinServerVersion", "10");
    return DriverManager.getConnection(database, properties);
  }
}
