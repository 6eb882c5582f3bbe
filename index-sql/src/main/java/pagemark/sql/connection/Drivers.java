package pagemark.sql.connection;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexSettings;

/// Configures the driver of each database.
public record Drivers(SqlUrl url, IndexSettings settings, @Nullable RdsTokens tokens) {
  /// Makes PostgreSQL read by indexes, whatever size it assumes for a table. Every statement here
  /// has a fitting index.
  private static final String BY_INDEX = "-c jit=off -c enable_seqscan=off";

  public Drivers(SqlUrl url, IndexSettings settings) {
    this(url, settings, url.iam() ? RdsTokens.of(url) : null);
  }

  /// Connections with the time limits of the settings.
  ///
  /// @throws SQLException if the URL names a file that is not an SQLite database
  DataSource dataSource() throws SQLException {
    Properties properties = properties();
    limit(properties);
    checkFile();
    return new LoginSource(driver(), url, properties, tokens);
  }

  /// Connections without time limits. In SQLite, their transactions lock at once: one that reads
  /// first fails at its first write if another has written in between.
  public DataSource unbounded() throws SQLException {
    Properties properties = properties();
    if (url.dialect() == Dialect.SQLITE) {
      properties.setProperty("transaction_mode", "IMMEDIATE");
    }
    checkFile();
    return new LoginSource(driver(), url, properties, tokens);
  }

  private void checkFile() throws SQLException {
    if (url.dialect() == Dialect.SQLITE) {
      new SqliteFile(url.file()).check();
    }
  }

  private Driver driver() throws SQLException {
    for (Driver driver : ServiceLoader.load(Driver.class, Drivers.class.getClassLoader())) {
      if (driver.acceptsURL(url.jdbc())) {
        return driver;
      }
    }
    throw new IllegalArgumentException(
        "index URL: the class path has no driver for "
            + url.dialect().folder
            + (url.dialect() == Dialect.SQLITE ? "; deployed functions cannot keep files" : ""));
  }

  private Properties properties() {
    Properties properties = new Properties();
    switch (url.dialect()) {
      case SQLITE -> sqlite(properties);
      case MYSQL -> mysql(properties);
      case POSTGRESQL -> postgresql(properties);
    }
    return properties;
  }

  private void sqlite(Properties properties) {
    properties.setProperty("journal_mode", "WAL");
    properties.setProperty("synchronous", "FULL");
    properties.setProperty("busy_timeout", Long.toString(lockTimeout().toMillis()));
  }

  private void mysql(Properties properties) {
    properties.setProperty(
        "sessionVariables", "innodb_lock_wait_timeout=" + seconds(lockTimeout()));
    properties.setProperty("sslMode", url.tls() ? "verify-full" : "disable");
    if (url.ca() != null) {
      properties.setProperty("serverSslCert", url.ca());
    }
  }

  private void postgresql(Properties properties) {
    properties.setProperty("ApplicationName", "pagemark");
    properties.setProperty("options", BY_INDEX + " -c lock_timeout=" + lockTimeout().toMillis());
    if (url.tls()) {
      properties.setProperty("sslmode", "verify-full");
      if (url.ca() != null) {
        properties.setProperty("sslrootcert", url.ca());
      } else {
        properties.setProperty("sslfactory", "org.postgresql.ssl.DefaultJavaSSLFactory");
      }
    }
  }

  private void limit(Properties properties) {
    Duration connect = settings.connectTimeout();
    Duration reply = settings.replyTimeout();
    switch (url.dialect()) {
      case SQLITE -> {}
      case MYSQL -> {
        properties.setProperty("connectTimeout", Long.toString(connect.toMillis()));
        properties.setProperty("socketTimeout", Long.toString(reply.toMillis()));
      }
      case POSTGRESQL -> {
        properties.setProperty("loginTimeout", Long.toString(seconds(connect)));
        properties.setProperty("connectTimeout", Long.toString(seconds(connect)));
        properties.setProperty("socketTimeout", Long.toString(seconds(reply)));
      }
    }
  }

  /// The time limit of a wait for a lock. It is shorter than the reply timeout, so that the lock's
  /// error arrives.
  private Duration lockTimeout() {
    return settings.replyTimeout().dividedBy(2);
  }

  private static long seconds(Duration duration) {
    return Math.max(1, duration.plusMillis(999).toSeconds());
  }

  /// Checks the file of an index before SQLite opens it. SQLite takes a file that is shorter than a
  /// page for an empty database and overwrites it.
  record SqliteFile(Path path) {
    private static final byte[] HEADER = "SQLite format 3\0".getBytes(US_ASCII);
    private static final String VALID =
        ". Valid files: an SQLite database, an empty file, or none, which is then made";

    /// @throws SQLException if the file is not a database and cannot become one
    void check() throws SQLException {
      if (!Files.exists(path)) {
        Path folder = path.toAbsolutePath().getParent();
        require(
            folder != null && Files.isDirectory(folder),
            "cannot be made: its folder does not exist");
        return;
      }
      require(Files.isRegularFile(path), "is not a file" + VALID);
      require(Files.isReadable(path), "cannot be read by this user");
      byte[] begin = begin();
      require(
          begin.length == 0 || Arrays.equals(begin, HEADER), "is not an SQLite database" + VALID);
    }

    private byte[] begin() throws SQLException {
      try (InputStream in = Files.newInputStream(path)) {
        return in.readNBytes(HEADER.length);
      } catch (IOException e) {
        throw new SQLException(path + " cannot be read: " + e.getMessage(), e);
      }
    }

    private void require(boolean holds, String otherwise) throws SQLException {
      if (!holds) {
        throw new SQLException(path + " " + otherwise);
      }
    }
  }

  /// Opens connections of one user, each with the password, or with a new token.
  record LoginSource(Driver driver, SqlUrl url, Properties properties, @Nullable RdsTokens tokens)
      implements DataSource {
    @Override
    public Connection getConnection() throws SQLException {
      Properties login = new Properties();
      login.putAll(properties);
      String password = tokens == null ? url.password() : tokens.token();
      if (url.user() != null) {
        login.setProperty("user", url.user());
      }
      if (password != null) {
        login.setProperty("password", password);
      }
      Connection connection = driver.connect(url.jdbc(), login);
      if (connection == null) {
        throw new SQLException("the driver does not know the URL");
      }
      return connection;
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
      throw new SQLFeatureNotSupportedException();
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
      return null;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
      return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
      throw new SQLFeatureNotSupportedException();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
      throw new SQLFeatureNotSupportedException();
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
      return false;
    }

    @Override
    public String toString() {
      return url.toString();
    }
  }
}
