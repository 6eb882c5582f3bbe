package pagemark.key;

import java.io.ByteArrayOutputStream;

/// Bytes that end where they say, in an order that does not change: a byte 00 is written 00 FF, and
/// 00 01 ends them. So a shorter one sorts before all that it is the beginning of, whatever
/// follows.
final class Escaped {
  private static final int ESCAPED = 0xFF;
  private static final int END = 0x01;

  private Escaped() {}

  static void write(Bytes raw, ByteArrayOutputStream out) {
    for (byte b : raw.toArray()) {
      out.write(b);
      if (b == 0) {
        out.write(ESCAPED);
      }
    }
    out.write(0);
    out.write(END);
  }

  /// How many bytes the first escaped text of `bytes` takes, with its end.
  ///
  /// @throws IllegalArgumentException where none ends
  static int length(byte[] bytes) {
    for (int i = 0; i + 1 < bytes.length; i++) {
      if (bytes[i] == 0) {
        if (bytes[i + 1] == END) {
          return i + 2;
        }
        i++;
      }
    }
    throw new IllegalArgumentException("no end: " + Bytes.of(bytes));
  }

  /// The raw bytes of the first escaped text of `bytes`, which takes `length`.
  static Bytes read(byte[] bytes, int length) {
    ByteArrayOutputStream raw = new ByteArrayOutputStream(length);
    for (int i = 0; i < length - 2; i++) {
      raw.write(bytes[i]);
      if (bytes[i] == 0) {
        i++;
      }
    }
    return Bytes.of(raw.toByteArray());
  }
}
