package pagemark.key;

import java.util.Arrays;
import pagemark.entry.Bytes;
import pagemark.folding.Folding;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Sorts strings as people read them, without case and accents: by their [folded][Folding] texts,
/// of which the first 256 bytes count. So no string is too long.
///
/// @param folding the number of the rules by which an index was built
public record TextSort(int folding) implements SortType.AsBytes {
  public static final int BYTES_MAX = 256;

  public TextSort() {
    this(Folding.NUMBER);
  }

  @Override
  public Bytes bytes(AttributeValue value) throws UnfitException {
    String text = AttributeType.STRING.text(value);
    return cut(Bytes.utf8(Folding.fold(text, BYTES_MAX)).toArray());
  }

  /// The bytes before the one at which the limit lies, as far as they are whole code points.
  private static Bytes cut(byte[] utf8) {
    int end = Math.min(utf8.length, BYTES_MAX);
    while (end < utf8.length && (utf8[end] & 0xC0) == 0x80) {
      end--;
    }
    return Bytes.of(Arrays.copyOf(utf8, end));
  }

  @Override
  public AttributeValue value(Bytes bytes) {
    return AttributeValue.fromS(bytes.text());
  }
}
