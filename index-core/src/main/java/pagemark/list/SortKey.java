package pagemark.list;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import pagemark.entry.Bytes;
import pagemark.entry.Layout;
import pagemark.entry.Position;

/// What an item is ordered by: a number or a text. All items of a list have one kind. Items with
/// equal sort keys are ordered by the UTF-8 bytes of their keys.
public sealed interface SortKey {
  /// How a list's positions hold the kind.
  enum Kind {
    NUMBER(Layout.SCORE),
    TEXT(Layout.BYTES);

    final Layout layout;

    Kind(Layout layout) {
      this.layout = layout;
    }
  }

  default Kind kind() {
    return this instanceof Numeric ? Kind.NUMBER : Kind.TEXT;
  }

  /// The position of an item; with an empty key the boundary before all items with the sort key.
  Position position(String key);

  /// @param value finite; whole numbers are exact up to 2^53, such as Unix times in milliseconds
  static SortKey number(double value) {
    return new Numeric(value);
  }

  /// @param value at most 1,024 bytes of UTF-8, by whose bytes texts are ordered
  static SortKey text(String value) {
    return new Text(value);
  }

  record Numeric(double value) implements SortKey {
    public Numeric {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException(
            "the sort key is %s; valid: a finite number".formatted(value));
      }
    }

    @Override
    public Position position(String key) {
      return new Position(value, Bytes.utf8(key));
    }
  }

  record Text(String value) implements SortKey {
    private static final int BYTES_MAX = 1_024;
    private static final byte[] END = {0, 1};
    private static final byte ESCAPED = (byte) 0xFF;

    public Text {
      ListItem.check("sort key", value, 0, BYTES_MAX);
    }

    /// The bytes layout of docs/internals/key-format.md: the value, 00 in it as 00 FF, then 00 01.
    @Override
    public Position position(String key) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      for (byte b : value.getBytes(UTF_8)) {
        out.write(b);
        if (b == 0) {
          out.write(ESCAPED);
        }
      }
      out.writeBytes(END);
      out.writeBytes(key.getBytes(UTF_8));
      return new Position(0, Bytes.of(out.toByteArray()));
    }

    /// The key of the item at a position.
    static String key(Position position) {
      byte[] member = position.member().toArray();
      int i = 0;
      while (member[i] != 0 || member[i + 1] != 1) {
        i += member[i] == 0 ? 2 : 1;
      }
      return Bytes.of(Arrays.copyOfRange(member, i + END.length, member.length)).text();
    }
  }
}
