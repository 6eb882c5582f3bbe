package pagemark.entry;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.util.Arrays;
import java.util.HexFormat;

/// An immutable byte string, compared as unsigned bytes. Redis orders members of sorted sets this
/// way, and DynamoDB its string and binary keys.
public final class Bytes implements Comparable<Bytes> {
  private final byte[] bytes;

  private Bytes(byte[] bytes) {
    this.bytes = bytes;
  }

  /// A copy of `bytes`.
  public static Bytes of(byte[] bytes) {
    return new Bytes(bytes.clone());
  }

  /// The UTF-8 bytes of `text`.
  public static Bytes utf8(String text) {
    return new Bytes(text.getBytes(UTF_8));
  }

  public byte[] toArray() {
    return bytes.clone();
  }

  public int length() {
    return bytes.length;
  }

  /// Decodes these bytes as UTF-8.
  ///
  /// @throws IllegalArgumentException if they are not UTF-8
  public String text() {
    try {
      return UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(bytes))
          .toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("not UTF-8: " + this, e);
    }
  }

  @Override
  public int compareTo(Bytes other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "0x" + HexFormat.of().formatHex(bytes);
  }
}
