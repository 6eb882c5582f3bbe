package pagemark.embedded;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What DynamoDB Local tells the process that started it, without being asked: a file that both map
/// into memory. Its existence says that the server listens on loopback, and its 8 bytes count the
/// writes that it was asked for. To read them takes no system call.
///
/// [JettyPatch] makes the server call the two static methods. So this class is on the server's
/// class path, alone: it uses the JDK only.
public final class ServerSign {
  /// The system property of the server that names the file.
  static final String FILE = "pagemark.sign";

  private static final VarHandle COUNT =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final Pattern READS =
      Pattern.compile("\\w+\\.(Get|BatchGet|TransactGet|Query|Scan|List|Describe)");

  private static @Nullable ServerSign own;

  private final ByteBuffer bytes;

  private ServerSign(ByteBuffer bytes) {
    this.bytes = bytes;
  }

  /// Opens a file, which is created if it is missing.
  static ServerSign open(Path file) {
    try (FileChannel channel = FileChannel.open(file, CREATE, READ, WRITE)) {
      return new ServerSign(channel.map(MapMode.READ_WRITE, 0, Long.BYTES));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  long writes() {
    return (long) COUNT.getVolatile(bytes, 0);
  }

  /// Notes that the server listens on loopback.
  public static void listens() {
    own();
  }

  /// Counts a request, unless it only reads. The server calls it before it does what is asked.
  ///
  /// @param target the request's `X-Amz-Target`, such as `DynamoDB_20120810.PutItem`; null if it
  ///   has none, and so asks for nothing
  public static void isAsked(@Nullable String target) {
    if (target != null && !READS.matcher(target).lookingAt()) {
      own().add();
    }
  }

  void add() {
    long _ = (long) COUNT.getAndAdd(bytes, 0, 1L);
  }

  private static synchronized ServerSign own() {
    if (own == null) {
      own = open(Path.of(System.getProperty(FILE)));
    }
    return own;
  }
}
