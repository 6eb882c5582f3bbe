package pagemark.benchmark.store;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/// Counts how often PostgreSQL's driver waits for an answer, by what it logs of its protocol.
final class RoundTrips extends Handler {
  private static final Logger PROTOCOL =
      Logger.getLogger("org.postgresql.core.v3.QueryExecutorImpl");

  private final AtomicInteger count = new AtomicInteger();

  /// A call that goes to the database.
  @FunctionalInterface
  interface Call {
    void run();
  }

  private RoundTrips() {}

  /// How many `call` takes, that of the transaction's end included; 0 for other databases.
  static int of(Call call) {
    RoundTrips trips = new RoundTrips();
    PROTOCOL.setUseParentHandlers(false);
    PROTOCOL.addHandler(trips);
    PROTOCOL.setLevel(Level.FINEST);
    try {
      call.run();
    } finally {
      PROTOCOL.setLevel(Level.OFF);
      PROTOCOL.removeHandler(trips);
    }
    return trips.count.get();
  }

  @Override
  public void publish(LogRecord record) {
    if (record.getMessage().contains("FE=> Sync")) {
      count.incrementAndGet();
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
