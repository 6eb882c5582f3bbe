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
/// into memory. Its existence says that the server listens on loopback. Its first 8 bytes count the
/// writes that it was asked for, the next 8 those that are over. To read them takes no system call.
///
/// [JettyPatch] makes the server call the three static methods. So this class is on the server's
/// class path, alone: it uses the JDK only.
public final class ServerSign {
  /// The system property of the server that names the file.
  static final String FILE = "pagemark.sign";

  private static final int BEGUN = 0;
  private static final int ENDED = Long.BYTES;
  private static final int SIZE = 2 * Long.BYTES;

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
      return new ServerSign(channel.map(MapMode.READ_WRITE, 0, SIZE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Reads the ended writes first. So if both numbers are equal, all writes were over at that time.
  Writes writes() {
    long ended = (long) COUNT.getVolatile(bytes, ENDED);
    return new Writes((long) COUNT.getVolatile(bytes, BEGUN), ended);
  }

  /// Notes that the server listens on loopback.
  public static void listens() {
    own();
  }

  /// Counts a request, unless it only reads. The server calls it before it does what is asked.
  ///
  /// @param target the request's `X-Amz-Target`, such as `DynamoDB_20120810.PutItem`; null if it
  ///   has none, and so asks for nothing
  public static void begins(@Nullable String target) {
    if (isWrite(target)) {
      own().begin();
    }
  }

  /// Counts the end of the request. If the server fails before that, the write never counts as
  /// over. Then whoever waits for writes only looks more often.
  ///
  /// @param target as before
  public static void ends(@Nullable String target) {
    if (isWrite(target)) {
      own().end();
    }
  }

  private static boolean isWrite(@Nullable String target) {
    return target != null && !READS.matcher(target).lookingAt();
  }

  void begin() {
    add(BEGUN);
  }

  void end() {
    add(ENDED);
  }

  private void add(int at) {
    long _ = (long) COUNT.getAndAdd(bytes, at, 1L);
  }

  private static synchronized ServerSign own() {
    if (own == null) {
      own = open(Path.of(System.getProperty(FILE)));
    }
    return own;
  }
}
