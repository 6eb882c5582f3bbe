package pagemark.sql.connection;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.index.IndexSettings;

final class DatabaseTest {
  @TempDir private Path folder;

  /// Loading the driver took over 2 s on a busy machine, and a stack did not start. Here ten others
  /// hold all connections.
  @Test
  void aConnectionToAFileIsWaitedForLongerThanOneToAServer() throws Exception {
    IndexSettings settings =
        new IndexSettings(Duration.ofDays(1), Duration.ofMillis(250), Duration.ofSeconds(5));
    SqlUrl url = SqlUrl.of(URI.create("jdbc:sqlite:" + folder.resolve("index.db")));
    Semaphore held = new Semaphore(0);
    CountDownLatch released = new CountDownLatch(1);
    try (Database database = new Database(url, settings);
        ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<Boolean>> reads = new ArrayList<>();
      Callable<Boolean> reading =
          () ->
              database.read(
                  _ -> {
                    held.release();
                    return isOver(released);
                  });
      // One after another: of ten at once the pool may let one wait although it has room.
      for (int i = 0; i < 10; i++) {
        reads.add(threads.submit(reading));
        assertTrue(held.tryAcquire(30, SECONDS));
      }
      reads.add(threads.submit(reading));
      assertThrows(TimeoutException.class, () -> reads.getLast().get(1, SECONDS));
      released.countDown();
      for (Future<Boolean> read : reads) {
        assertEquals(true, read.get());
      }
    }
  }

  private static boolean isOver(CountDownLatch latch) {
    try {
      return latch.await(60, SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /// The reason is logged, and no line of the log may hold a key.
  @Test
  void anErrorInTheDataIsNotQuoted() {
    for (SQLException quoting :
        new SQLException[] {
          new SQLException("Duplicate entry 'canary' for key 'PRIMARY'", "23000"),
          new SQLException("duplicate key value\n Detail: Key (place)=(canary) exists", "23505"),
          new SQLException("Incorrect string value: 'canary'", "22007")
        }) {
      assertEquals("SQLSTATE " + quoting.getSQLState(), Database.reason(quoting));
    }
    assertEquals("refused", Database.reason(new SQLException("refused", "08001")));
    assertEquals("locked", Database.reason(new SQLException("locked")));
  }
}
