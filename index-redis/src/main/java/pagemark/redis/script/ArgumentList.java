package pagemark.redis.script;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;

/// A list of texts and numbers in MessagePack, which a script reads with `cmsgpack.unpack`. Many
/// values take Redis and its client less time in a list than as an argument each.
final class ArgumentList {
  private static final int SHORT_NUMBER_MAX = 0x7F;
  private static final int NUMBER = 0xD3;
  private static final int SHORT_TEXT_MAX = 31;
  private static final int SHORT_TEXT = 0xA0;
  private static final int TEXT = 0xDB;
  private static final int LIST = 0xDD;

  private final ByteArrayOutputStream values = new ByteArrayOutputStream();
  private int size;

  /// The number of values.
  int size() {
    return size;
  }

  void add(long number) {
    size++;
    if (number >= 0 && number <= SHORT_NUMBER_MAX) {
      values.write((int) number);
    } else {
      values.write(NUMBER);
      write(number, Long.BYTES, values);
    }
  }

  void add(String text) {
    add(text.getBytes(UTF_8));
  }

  void add(byte[] text) {
    size++;
    if (text.length <= SHORT_TEXT_MAX) {
      values.write(SHORT_TEXT + text.length);
    } else {
      values.write(TEXT);
      write(text.length, Integer.BYTES, values);
    }
    values.writeBytes(text);
  }

  /// Adds the values of another list.
  void addAll(ArgumentList other) {
    size += other.size;
    values.writeBytes(other.values.toByteArray());
  }

  byte[] toArray() {
    ByteArrayOutputStream list = new ByteArrayOutputStream();
    list.write(LIST);
    write(size, Integer.BYTES, list);
    list.writeBytes(values.toByteArray());
    return list.toByteArray();
  }

  /// Writes a number in big-endian order.
  private static void write(long number, int length, ByteArrayOutputStream out) {
    for (int shift = (length - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      out.write((int) (number >> shift));
    }
  }
}
