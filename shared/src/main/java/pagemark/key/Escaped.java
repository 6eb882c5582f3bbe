package pagemark.key;

import java.io.ByteArrayOutputStream;
import pagemark.entry.Bytes;

/// Writes bytes so that other bytes can follow them without changing the order. A byte 00 becomes
/// 00 FF, and 00 01 ends the text. So `a` sorts before `ab`, whatever follows either of them.
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

  /// The length in bytes of the escaped text at the start of `bytes`, its end included.
  ///
  /// @throws IllegalArgumentException if it has no end
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

  /// Decodes the escaped text in the first `length` bytes.
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
