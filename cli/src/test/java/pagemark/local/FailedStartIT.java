package pagemark.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.parallel.Isolated;
import pagemark.embedded.ServerStartException;
import pagemark.listing.json.Listings;
import pagemark.local.LocalStack.LocalOptions;
import pagemark.local.data.Sample;
import pagemark.local.data.StackException;

/// A stack that cannot start says why, and leaves no process behind.
@Isolated("counts the processes that this one has started")
final class FailedStartIT {
  private static final Listings LISTINGS = Sample.listings(Map.of("TABLE_NAME", "comments"));

  private final long children = children();
  private ServerSocket taken;

  @BeforeEach
  void takePort() throws IOException {
    taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"));
  }

  @AfterEach
  void nothingIsLeftRunning() throws IOException {
    taken.close();
    assertEquals(children, children());
  }

  @Test
  void reportsAPortInUse() {
    String message = message(StackException.class, () -> startWith(taken(), 0, null));

    assertTrue(message.startsWith("port %d cannot be taken".formatted(taken())), message);
  }

  @Test
  void reportsAServerPortInUse() {
    String message = message(ServerStartException.class, () -> startWith(0, taken(), null));

    assertTrue(message.contains("Port " + taken() + " is in use"), message);
  }

  @Test
  void reportsAnUnknownIndexUrlWithTheValidSchemes() {
    String message =
        message(StackException.class, () -> startWith(0, 0, "memcached://localhost:1"));

    assertEquals(
        "--index: index URL has the scheme \"memcached\". Valid schemes: dynamodb, jdbc, redis,"
            + " rediss",
        message);
  }

  @Test
  void reportsAnIndexThatDoesNotAnswer() {
    String message =
        message(StackException.class, () -> startWith(0, 0, "redis://user:secret@127.0.0.1:1"));

    assertTrue(message.startsWith("the index at redis://127.0.0.1:1 cannot be used: "), message);
    assertFalse(message.contains("secret"));
  }

  private static long children() {
    return ProcessHandle.current().children().count();
  }

  private int taken() {
    return taken.getLocalPort();
  }

  private static String message(Class<? extends Exception> type, Executable start) {
    return String.valueOf(assertThrows(type, start).getMessage());
  }

  private static LocalStack startWith(int port, int dynamodbPort, @Nullable String index) {
    LocalOptions options = new LocalOptions(port, dynamodbPort, 0, index, LISTINGS, 0);
    return LocalStack.start(options, System.err::println);
  }
}
