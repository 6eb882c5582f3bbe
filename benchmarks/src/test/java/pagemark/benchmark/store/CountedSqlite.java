package pagemark.benchmark.store;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import org.sqlite.JDBC;
import pagemark.benchmark.measure.Turns;
import pagemark.index.IndexStore;

/// SQLite's driver, which counts statements. `META-INF/services` names it; the index takes it for
/// the URL that is counted, and the driver itself for all others.
public final class CountedSqlite extends JDBC {
  private static final AtomicLong STATEMENTS = new AtomicLong();
  private static final Path READ = Path.of("/proc/self/io");
  private static volatile String counted = "";

  static IndexStore open(String url) {
    counted = url;
    return GroupFill.open(url);
  }

  /// The statements of a call; and how many pages of 4,096 bytes it reads from the file on a new
  /// connection, the least of three times, as Linux counts it.
  static List<String> cost(IndexStore store, Turns.Call call) throws Exception {
    long statements = 0;
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      store.disconnect();
      store.connect();
      STATEMENTS.set(0);
      long before = bytesRead();
      call.run();
      least = Math.min(least, bytesRead() - before);
      statements = STATEMENTS.get();
    }
    return List.of("" + statements, "" + least / 4_096);
  }

  private static long bytesRead() throws IOException {
    return Files.exists(READ)
        ? Long.parseLong(Files.readAllLines(READ).getFirst().replaceAll("[^0-9]", ""))
        : 0;
  }

  @Override
  public boolean acceptsURL(String url) {
    return url.equals(counted);
  }

  @Override
  public Connection connect(String url, Properties properties) throws SQLException {
    Connection own = super.connect(url, properties);
    return (Connection)
        Proxy.newProxyInstance(
            JDBC.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (_, method, arguments) -> {
              STATEMENTS.addAndGet(method.getName().equals("prepareStatement") ? 1 : 0);
              return method.invoke(own, arguments);
            });
  }
}
