package pagemark.dynamodb.node;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;

/// Writes numbers and byte strings without gaps.
final class Packer {
  private static final int SEVEN_BITS = 0x7F;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /// Writes seven bits a byte, the lowest first; a set high bit says that more follow.
  Packer number(long number) {
    long rest = number;
    while ((rest & ~SEVEN_BITS) != 0) {
      out.write((int) (rest & SEVEN_BITS) | 0x80);
      rest >>>= 7;
    }
    out.write((int) rest);
    return this;
  }

  Packer numbers(List<Integer> numbers) {
    numbers.forEach(this::number);
    return this;
  }

  Packer bytes(byte[] bytes) {
    return bytes(bytes, 0);
  }

  Packer bytes(byte[] bytes, int from) {
    out.write(bytes, from, bytes.length - from);
    return this;
  }

  /// Writes a length byte and the fewest big-endian bytes, so that byte strings order as the
  /// numbers do.
  ///
  /// @param number not negative
  Packer ordered(long number) {
    int length = (Long.SIZE - Long.numberOfLeadingZeros(number) + 7) / 8;
    out.write(length);
    byte[] all = ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    return bytes(all, Long.BYTES - length);
  }

  int length() {
    return out.size();
  }

  byte[] packed() {
    return out.toByteArray();
  }
}
