package pagemark.tree.node;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/// Writes numbers and byte strings without gaps.
final class Packer {
  private static final int SEVEN_BITS = 0x7F;

  private byte[] out = new byte[64];
  private int length;

  /// Writes seven bits a byte, the lowest first; a set high bit says that more follow.
  Packer number(long number) {
    long rest = number;
    while ((rest & ~SEVEN_BITS) != 0) {
      add((int) (rest & SEVEN_BITS) | 0x80);
      rest >>>= 7;
    }
    return add((int) rest);
  }

  Packer numbers(List<Integer> numbers) {
    numbers.forEach(this::number);
    return this;
  }

  Packer bytes(byte[] bytes) {
    return bytes(bytes, 0);
  }

  Packer bytes(byte[] bytes, int from) {
    int count = bytes.length - from;
    reserve(count);
    System.arraycopy(bytes, from, out, length, count);
    length += count;
    return this;
  }

  private Packer add(int value) {
    reserve(1);
    out[length++] = (byte) value;
    return this;
  }

  private void reserve(int count) {
    if (length + count > out.length) {
      out = Arrays.copyOf(out, Math.max(2 * out.length, length + count));
    }
  }

  /// Writes a length byte and the fewest big-endian bytes, so that byte strings order as the
  /// numbers do.
  ///
  /// @param number not negative
  Packer ordered(long number) {
    int bytes = (Long.SIZE - Long.numberOfLeadingZeros(number) + 7) / 8;
    add(bytes);
    byte[] all = ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    return bytes(all, Long.BYTES - bytes);
  }

  int length() {
    return length;
  }

  byte[] packed() {
    return Arrays.copyOf(out, length);
  }
}
