package pagemark.key;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import pagemark.entry.Bytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Writes one or two key attributes as bytes, and reads them back. The last attribute is verbatim,
/// so that a key of a single string is the string itself. The one before it is packed into 16 bytes
/// (UUID, ULID) or escaped.
record ItemKeyCodec(List<KeyAttribute> attributes) {
  private static final int PACKED = 16;

  ItemKeyCodec {
    attributes = List.copyOf(attributes);
  }

  /// @throws UnfitException if an attribute is missing or has the wrong type
  Bytes encode(Map<String, AttributeValue> item) throws UnfitException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int i = 0; i < attributes.size(); i++) {
      Bytes bytes = attributes.get(i).bytes(item);
      if (isLast(i) || attributes.get(i).type().isPacked()) {
        out.writeBytes(bytes.toArray());
      } else {
        Escaped.write(bytes, out);
      }
    }
    return Bytes.of(out.toByteArray());
  }

  private boolean isLast(int i) {
    return i == attributes.size() - 1;
  }

  /// The inverse of [#encode].
  ///
  /// @throws UnfitException if [#encode] cannot have made `encoded`
  Map<String, AttributeValue> decode(byte[] encoded) throws UnfitException {
    Map<String, AttributeValue> item = new LinkedHashMap<>();
    byte[] rest = encoded;
    for (int i = 0; i < attributes.size(); i++) {
      AttributeType type = attributes.get(i).type();
      boolean escaped = !isLast(i) && !type.isPacked();
      int length = isLast(i) ? rest.length : escaped ? Escaped.length(rest) : PACKED;
      Bytes bytes = escaped ? Escaped.read(rest, length) : Bytes.of(Arrays.copyOf(rest, length));
      item.put(attributes.get(i).name(), type.value(bytes));
      rest = Arrays.copyOfRange(rest, length, rest.length);
    }
    return item;
  }

  /// Writes bytes so that other bytes can follow them without changing the order. A byte 00 becomes
  /// 00 FF, and 00 01 ends the text. So `a` sorts before `ab`, whatever follows either of them.
  static final class Escaped {
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
        if (bytes[i] == 0 && bytes[i + 1] == END) {
          return i + 2;
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
}
