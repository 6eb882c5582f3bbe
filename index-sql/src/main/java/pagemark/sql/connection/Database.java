package pagemark.sql.connection;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexException;
import pagemark.index.IndexSettings;

/// Opens connections to a database and runs transactions on them.
///
/// Readers and writers have separate pools. A read sees one moment of the database and locks
/// nothing.
public final class Database implements AutoCloseable {
  private static final Duration FILE_OPENED_MAX = Duration.ofSeconds(30);
  private static final int CONNECTIONS_MAX = 10;
  private static final int TRIES_MAX = 6;
  private static final long PAUSE_NANOS = 5_000_000;

  private final SqlUrl url;
  private final IndexSettings settings;
  private @Nullable HikariDataSource readers;
  private @Nullable HikariDataSource writers;

  public Database(SqlUrl url, IndexSettings settings) {
    this.url = url;
    this.settings = settings;
  }

  /// The work of a transaction. It may run more than once, each time from the start.
  @FunctionalInterface
  public interface Work<T> {
    T run(Tx tx) throws SQLException;
  }

  /// The tables do not exist, because no rebuild has begun in this database.
  public static final class MissingTables extends RuntimeException {
    private static final long serialVersionUID = 1;

    MissingTables(SQLException cause) {
      super("the database has no tables of the index; a rebuild makes them", cause);
    }
  }

  public Dialect dialect() {
    return url.dialect();
  }

  /// @throws IndexException.Unavailable if the database cannot be asked
  /// @throws MissingTables before the schema's first version
  public <T> T read(Work<T> work) {
    return transaction(false, work);
  }

  /// Runs a transaction that writes. If it conflicts with another transaction, it runs again, up to
  /// 5 times and not after the reply timeout.
  ///
  /// @throws IndexException.Unavailable if the database cannot be reached, or if every attempt
  ///   failed
  /// @throws MissingTables if the tables do not exist
  public <T> T write(Work<T> work) {
    return transaction(true, work);
  }

  private <T> T transaction(boolean writes, Work<T> work) {
    long begin = System.nanoTime();
    for (int attempt = 1; ; attempt++) {
      try {
        return once(writes, work);
      } catch (SQLException e) {
        if (dialect().isMissingTable(e)) {
          throw new MissingTables(e);
        }
        if (!dialect().isConflict(e) || attempt == TRIES_MAX || isOver(begin)) {
          throw failure(e);
        }
        pause(attempt);
      }
    }
  }

  /// Whether the reply timeout has passed. Waits for locks count too.
  private boolean isOver(long begin) {
    return System.nanoTime() - begin > settings.replyTimeout().toNanos();
  }

  /// Waits for a random time, so that two transactions do not conflict again.
  private static void pause(int attempt) {
    long most = PAUSE_NANOS << attempt;
    LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(PAUSE_NANOS, most));
  }

  private <T> T once(boolean writes, Work<T> work) throws SQLException {
    try (Connection connection = connection(writes)) {
      try {
        Tx tx = new Tx(connection, dialect(), url.shards());
        if (writes && !dialect().writeLock.isEmpty()) {
          tx.update(dialect().writeLock);
        }
        T result = work.run(tx);
        connection.commit();
        return result;
      } catch (SQLException | RuntimeException e) {
        rollBack(connection, e);
        throw e;
      }
    }
  }

  private static void rollBack(Connection connection, Exception cause) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }

  private Connection connection(boolean writes) throws SQLException {
    return (writes ? writers() : readers()).getConnection();
  }

  private synchronized DataSource readers() throws SQLException {
    if (readers == null) {
      readers = open("TRANSACTION_REPEATABLE_READ", false);
    }
    return readers;
  }

  private synchronized DataSource writers() throws SQLException {
    if (writers == null) {
      writers = open("TRANSACTION_READ_COMMITTED", true);
    }
    return writers;
  }

  private HikariDataSource open(String isolation, boolean writes) throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setPoolName("pagemark-" + (writes ? "writers" : "readers"));
    config.setDataSource(new Drivers(url, settings).dataSource());
    config.setAutoCommit(false);
    config.setMaximumPoolSize(CONNECTIONS_MAX);
    config.setMinimumIdle(0);
    config.setConnectionTimeout(connectTimeout().toMillis());
    config.setInitializationFailTimeout(-1);
    if (dialect() != Dialect.SQLITE) {
      config.setTransactionIsolation(isolation);
    }
    try {
      return new HikariDataSource(config);
    } catch (HikariPool.PoolInitializationException e) {
      throw new SQLException(e.getMessage(), e);
    }
  }

  /// A file is there at once, but the driver's native library may have to be loaded first, on a
  /// machine that is busy. The pool allows no less than 250 ms.
  private Duration connectTimeout() {
    Duration least = dialect() == Dialect.SQLITE ? FILE_OPENED_MAX : Duration.ofMillis(250);
    return settings.connectTimeout().compareTo(least) < 0 ? least : settings.connectTimeout();
  }

  /// A source of connections outside the pools, for work that takes longer than a call.
  public DataSource unpooled() throws SQLException {
    return new Drivers(url, settings).unbounded();
  }

  IndexException failure(SQLException e) {
    SQLException cause = cause(e);
    if (dialect().isRefused(cause)) {
      return new IndexException.Refused(
          "the database refuses the login of the index URL's user, or the user lacks a right", e);
    }
    return new IndexException.Unavailable("the index's database: " + reason(cause), e);
  }

  /// What the driver says. Of an error in the data it is the SQLSTATE alone, because the text may
  /// quote the data, and the reason is logged.
  static String reason(SQLException cause) {
    String state = String.valueOf(cause.getSQLState());
    boolean isOfData = state.startsWith("22") || state.startsWith("23");
    return isOfData ? "SQLSTATE " + state : String.valueOf(cause.getMessage());
  }

  /// The error that kept the pool from making a connection.
  private static SQLException cause(SQLException e) {
    return e instanceof SQLTransientConnectionException && e.getCause() instanceof SQLException at
        ? at
        : e;
  }

  /// Opens a connection for reads, and puts it into the pool.
  ///
  /// @throws IndexException if the database cannot be reached
  public void connect() {
    try {
      connection(false).close();
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  public synchronized void disconnect() {
    closePool(readers);
    closePool(writers);
    readers = null;
    writers = null;
  }

  private static void closePool(@Nullable HikariDataSource pool) {
    if (pool != null) {
      pool.close();
    }
  }

  @Override
  public void close() {
    disconnect();
  }
}
