package pagemark.sql;

import java.sql.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import java.util.ServiceLoader;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexSettings;

/// How each database's driver is asked for a connection.
record Drivers(SqlUrl url, IndexSettings settings, @Nullable RdsTokens tokens) {
  /// Whatever it believes of the size of a table: every statement finds what it reads by an index.
  private static final String BY_INDEX = "-c jit=off -c enable_seqscan=off";

  Drivers(SqlUrl url, IndexSettings settings) {
    this(url, settings, url.iam() ? RdsTokens.of(url) : null);
  }

  /// @throws SQLException if the URL names a file that is none of SQLite's
  DataSource dataSource() throws SQLException {
    Properties properties = properties();
    limit(properties);
    checkFile();
    return new LoginSource(driver(), url, properties, tokens);
  }

  /// Of connections whose calls may take as long as they take. On SQLite a transaction that has
  /// read before it writes fails where another has written, so here it begins as a writer, and
  /// waits.
  DataSource unbounded() throws SQLException {
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
        "index URL: there is no driver here for "
            + url.dialect().folder
            + (url.dialect() == Dialect.SQLITE ? "; deployed functions keep no file" : ""));
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

  /// A wait for a lock ends before the wait for the reply.
  private Duration lockTimeout() {
    return settings.replyTimeout().dividedBy(2);
  }

  private static long seconds(Duration duration) {
    return Math.max(1, duration.plusMillis(999).toSeconds());
  }
}
