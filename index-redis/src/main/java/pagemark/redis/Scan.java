package pagemark.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.resps.ScanResult;

/// Follows a cursor of SCAN or HSCAN to its end. An element that exists all the time comes at least
/// once, and may come twice.
final class Scan {
  /// The number of elements that a step looks at, approximately.
  static final int CHUNK = 500;

  private Scan() {}

  /// @param step makes one step from a cursor
  static <T> void all(Function<byte[], ScanResult<T>> step, Consumer<List<T>> chunk) {
    byte[] cursor = ScanParams.SCAN_POINTER_START_BINARY;
    do {
      ScanResult<T> scanned = step.apply(cursor);
      if (!scanned.getResult().isEmpty()) {
        chunk.accept(scanned.getResult());
      }
      cursor = scanned.getCursorAsBytes();
    } while (!new String(cursor, US_ASCII).equals("0"));
  }
}
