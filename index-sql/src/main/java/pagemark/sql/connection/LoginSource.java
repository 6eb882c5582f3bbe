package pagemark.sql.connection;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

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
