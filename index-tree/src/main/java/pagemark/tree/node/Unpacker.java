package pagemark.tree.node;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/// Reads what [Packer] has written.
final class Unpacker {
  private static final int SEVEN_BITS = 0x7F;

  private final ByteBuffer in;

  Unpacker(byte[] packed) {
    in = ByteBuffer.wrap(packed);
  }

  boolean hasMore() {
    return in.hasRemaining();
  }

  long number() {
    long number = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = in.get();
      number |= (long) (next & SEVEN_BITS) << shift;
      if (next >= 0) {
        return number;
      }
    }
  }

  int count() {
    return Math.toIntExact(number());
  }

  List<Integer> numbers(int count) {
    List<Integer> numbers = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      numbers.add(count());
    }
    return numbers;
  }

  byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }

  long ordered() {
    long number = 0;
    for (byte length = in.get(); length > 0; length--) {
      number = number << 8 | (in.get() & 0xFF);
    }
    return number;
  }
}
